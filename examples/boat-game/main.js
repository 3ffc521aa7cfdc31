// Steer with the arrow keys: a ball that you touch is yours. The boat makes its waves, and the balls ride on them.
import { createRenderer, FloatingBodies, Sky, WaterSurface } from '@seiche/three'
import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { normalWorldGeometry } from 'three/tsl'
import { PerspectiveCamera, Scene, Timer, Vector3 } from 'three/webgpu'

const stern = [0.9, -0.9].flatMap((z) => [`-1.6 0.5 ${z}`, `-1.5 -0.4 ${z / 2}`, `0.8 0.5 ${z}`])
const points = [...stern, '2.2 0.6 0', '1 -0.4 0'].map((point) => point.split(' ').map(Number))
const outboard = { thrust: 2500, position: [-1.5, -0.3, 0], rudderAngle: 35 }
const boat = { name: 'boat', shape: 'hull', points, density: 350, drag: 1, color: '#c8412f', outboard }
const ball = (k) => ({ shape: 'sphere', radius: 0.5, density: 250, position: [9 * Math.cos(k), 0, 9 * Math.sin(k)] })
const grid = { cells: [128, 128], cellSize: 0.25 }
const bodies = [boat, ...[0.4, 1.4, 2.4, 3.5, 4.6, 5.6].map(ball)]
const lake = { seiche: 1, grid, solver: { type: 'columns', depth: 2, damping: 0.2 }, bodies }
const sim = await createSimulation(lake, { rigidBodies: rapier })

const [sky, timer, camera, taken, keys] = [new Sky(), new Timer(), new PerspectiveCamera(50), new Set(), new Set()]
const water = new WaterSurface(sim, { preset: 'lake', sky, refraction: false, tiles: 3 })
const views = [new FloatingBodies(sim, { water }), water]
const scene = new Scene().add(...views)
scene.backgroundNode = sky.radiance(normalWorldGeometry)
camera.position.set(-7, 3.5, 0)
addEventListener('keydown', ({ key }) => keys.add(key))
addEventListener('keyup', ({ key }) => keys.delete(key))
const renderer = await createRenderer(document.body, { camera })
renderer.setAnimationLoop(() => {
  const throttle = keys.has('ArrowUp') - keys.has('ArrowDown') || 0.2
  sim.apply({ type: 'steer', body: 'boat', throttle, rudder: keys.has('ArrowRight') - keys.has('ArrowLeft') })
  sim.advance(timer.update().getDelta())
  const [me, ...balls] = sim.bodies.map(({ position }) => new Vector3(...position))
  for (const [k, at] of balls.entries()) if (at.distanceTo(me) < 2.6) taken.add(k)
  document.title = `${taken.size} of ${balls.length} balls`
  camera.position.lerp(new Vector3(me.x - 7, 3.5, me.z), 0.03)
  camera.lookAt(me)
  for (const view of views) view.update()
  renderer.render(scene, camera)
})
