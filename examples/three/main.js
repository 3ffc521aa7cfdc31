// A pool in a light rain, with caustics on its floor. Each click lets a larger drop fall.
import { createRenderer, Sky, WaterSurface } from '@seiche/three'
import { createSimulation } from 'seiche'
import { color, mx_noise_float, normalWorldGeometry, positionWorld } from 'three/tsl'
import * as THREE from 'three/webgpu'

const size = 8
const solver = { type: 'columns', depth: 0.7, damping: 0.2 }
const sim = await createSimulation({ seiche: 1, grid: { cells: [128, 128], cellSize: size / 128 }, solver })
const sky = new Sky({ sunDirection: new THREE.Vector3(-0.5, 0.7, -0.3) })
const water = new WaterSurface(sim, { preset: 'pool', sky })
const floor = new THREE.Mesh(
  new THREE.PlaneGeometry(2 * size, 2 * size).rotateX(-Math.PI / 2),
  new THREE.NodeMaterial(),
)
floor.position.y = -0.7
const grain = mx_noise_float(positionWorld.xz.mul(9)).mul(0.04).add(0.7)
floor.material.colorNode = color('#e6dcc0').mul(grain).mul(water.causticsNode)
const scene = new THREE.Scene().add(floor, water)
scene.backgroundNode = sky.radiance(normalWorldGeometry)
const camera = new THREE.PerspectiveCamera(45).translateY(2.4).translateZ(3)
camera.lookAt(0, 0, 0.2)

const drop = (x, z, height) => sim.apply({ type: 'drop', x, z, radius: 0.22, height })
const rain = () => drop((Math.random() - 0.5) * size, (Math.random() - 0.5) * size, 0.04)
for (let k = 0; k < 60; k++) rain()
const renderer = await createRenderer(document.body, { camera })
const [timer, ray] = [new THREE.Timer(), new THREE.Raycaster()]
renderer.setAnimationLoop(() => {
  if (Math.random() < 0.1) rain()
  sim.advance(timer.update().getDelta())
  water.update()
  renderer.render(scene, camera)
})
renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
  ray.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), camera)
  for (const { point } of ray.intersectObject(water)) drop(point.x, point.z, 0.12)
})
