import { BoxGeometry, Group, Mesh, MeshBasicNodeMaterial } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { ObjectBox } from './object-box.js'

const cube = (x: number, y = 0): Mesh => {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicNodeMaterial())
  mesh.position.set(x, y, 0)
  return mesh
}

describe('a box of objects', () => {
  it('encloses all meshes of its objects where they are now', () => {
    const [near, far] = [cube(0), cube(4, 2)]
    const group = new Group().add(near, far)
    group.position.z = 3
    const box = new ObjectBox()
    box.measure([group])
    expect(box.bounds.min.toArray()).toEqual([-0.5, -0.5, 2.5])
    expect(box.bounds.max.toArray()).toEqual([4.5, 2.5, 3.5])
    far.position.x = 7
    box.measure([group])
    expect(box.bounds.max.x).toBe(7.5)
  })

  it('leaves out what is hidden, by itself or by what contains it', () => {
    const [shown, hidden, inHidden] = [cube(0), cube(5), cube(9)]
    hidden.visible = false
    const group = new Group().add(inHidden)
    group.visible = false
    const box = new ObjectBox()
    box.measure([shown, hidden, inHidden])
    expect(box.bounds.max.x).toBe(0.5)
    shown.visible = false
    box.measure([shown, hidden, inHidden])
    expect(box.bounds.isEmpty()).toBe(true)
  })

  it('is everywhere if it is told so, until it is measured again', () => {
    const box = new ObjectBox()
    box.fillSpace()
    expect(box.bounds.containsBox(box.bounds.clone().setFromObject(cube(1e6)))).toBe(true)
    box.measure([])
    expect(box.bounds.isEmpty()).toBe(true)
  })
})
