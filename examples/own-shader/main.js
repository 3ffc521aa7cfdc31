// A material of one's own on the water of the simulation: contour lines of the height, coloured by the velocity.
import { createRenderer, WaterSurface } from '@seiche/three'
import { createSimulation } from 'seiche'
import { color, mix, positionGeometry, smoothstep, transformNormalToView, varying, vec3 } from 'three/tsl'
import * as THREE from 'three/webgpu'

const sim = await createSimulation({
  seiche: 1,
  grid: { cells: [128, 128], cellSize: 0.04 },
  solver: { type: 'columns', depth: 0.6 },
  initial: { eta: [{ shape: 'gaussian', center: [0.8, 0.4], radius: 0.4, height: 0.3 }] },
})
const source = new WaterSurface(sim)
const material = new THREE.MeshStandardNodeMaterial({ roughness: 0.35 })
material.positionNode = positionGeometry.add(vec3(0, source.heightNode, 0))
material.normalNode = transformNormalToView(source.normalNode)
const height = varying(source.heightNode).mul(50)
const line = smoothstep(0.85, 0.98, height.fract().sub(0.5).abs().mul(2))
const speed = source.velocityNode.length().mul(2).clamp(0, 1)
material.colorNode = mix(mix(color('#10324a'), color('#ff9a3c'), speed), color('#eaf6ff'), line)
const water = new THREE.Mesh(source.geometry, material)
const sun = new THREE.DirectionalLight(0xffffff, 2.5)
sun.position.set(2, 3, -2)
const scene = new THREE.Scene().add(water, sun, new THREE.HemisphereLight(0xcfe2ee, 0x203040, 1.5))
scene.background = new THREE.Color('#0b1a26')

const camera = new THREE.PerspectiveCamera(40)
camera.position.set(0, 3.6, 5.6)
camera.lookAt(0, 0, 0)
const [renderer, timer] = [await createRenderer(document.body, { camera }), new THREE.Timer()]
renderer.setAnimationLoop(() => {
  sim.advance(timer.update().getDelta())
  source.update()
  renderer.render(scene, camera)
})
