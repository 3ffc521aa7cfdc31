// A boat circles in the open sea, which is a function of time. A patch adds simulated waves: of the boat, and of drops.
import { createRenderer, Sky, WaterSurface, WavePatch } from '@seiche/three'
import { createSimulation } from 'seiche'
import { normalWorldGeometry } from 'three/tsl'
import * as THREE from 'three/webgpu'

const around = (edge) => ({ 'x-': edge, 'x+': edge, 'z-': edge, 'z+': edge })
const waters = [
  { grid: { cells: [128, 128], cellSize: 1 }, solver: { type: 'ocean', windSpeed: 7 }, boundaries: around('periodic') },
  { grid: { cells: [128, 128], cellSize: 0.4 }, solver: { type: 'iwave' }, boundaries: around('absorb') },
]
const [sea, local] = await Promise.all(waters.map((water) => createSimulation({ seiche: 1, ...water })))

const [sky, timer, camera, ray] = [new Sky(), new THREE.Timer(), new THREE.PerspectiveCamera(45), new THREE.Raycaster()]
const patch = new WavePatch(local)
const water = new WaterSurface(sea, { preset: 'ocean', sky, tiles: 15, haze: 280, refraction: false, patch })
const hull = new THREE.CapsuleGeometry(0.7, 2.6).rotateZ(Math.PI / 2)
const boat = new THREE.Mesh(hull, new THREE.MeshStandardMaterial({ color: 0xc8412f }))
const scene = new THREE.Scene().add(water, boat, new THREE.HemisphereLight(0xffffff, 0x335577, 3))
scene.backgroundNode = sky.radiance(normalWorldGeometry)
camera.position.set(-19, 7, 19)
camera.lookAt(0, 0, 0)
const renderer = await createRenderer(document.body, { camera })
renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
  ray.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), camera)
  const point = ray.ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 1, 0)), new THREE.Vector3())
  if (point) local.apply({ type: 'drop', x: point.x, z: point.z, radius: 1.2, height: 0.6 })
})
renderer.setAnimationLoop(() => {
  for (const water of [local, sea]) water.advance(timer.getDelta())
  const [angle, { x: fromX, z: fromZ }] = [sea.time / 3, boat.position]
  const [x, z] = [10 * Math.cos(angle), 10 * Math.sin(angle)]
  local.apply({ type: 'stroke', from: [fromX, fromZ], to: [x, z], radius: 0.9, strength: 0.5 * timer.getDelta() })
  boat.position.set(x, sea.heightAt(x, z) + patch.heightAt(x, z), z)
  boat.rotation.y = -angle - Math.PI / 2
  for (const part of [timer, patch, water]) part.update()
  renderer.render(scene, camera)
})
