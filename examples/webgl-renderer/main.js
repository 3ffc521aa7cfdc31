// Water for WebGLRenderer: plain textures in a standard material of three.
import { WaterTextures } from '@seiche/three/textures'
import { createSimulation } from 'seiche'
import * as THREE from 'three'

const sim = await createSimulation({
  seiche: 1,
  grid: { cells: [128, 128], cellSize: 0.04 },
  solver: { type: 'columns', depth: 0.6, damping: 0.2 },
  initial: { eta: [-1.5, 0, 1.2].map((x) => ({ shape: 'gaussian', center: [x, x / 2], radius: 0.25, height: 0.15 })) },
})
const textures = new WaterTextures(sim)
const material = new THREE.MeshStandardMaterial({
  color: 0x14566e,
  roughness: 0.08,
  displacementMap: textures.height,
  normalMap: textures.normal,
  normalMapType: THREE.ObjectSpaceNormalMap,
})
const scene = new THREE.Scene().add(new THREE.Mesh(textures.geometry(), material))
scene.background = new THREE.Color(0xb9d3e0)
scene.add(new THREE.HemisphereLight(0xdcecf5, 0x0c2a36, 4))
for (const x of [-2, 0.5, 3]) scene.add(new THREE.DirectionalLight(0xfff3dc, 2.5).translateX(x).translateZ(-3))
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight).translateY(1.6).translateZ(3.4)
camera.lookAt(0, 0, 0)
const [renderer, timer] = [new THREE.WebGLRenderer({ antialias: true }), new THREE.Timer()]
renderer.setSize(innerWidth, innerHeight)
document.body.append(renderer.domElement)
renderer.setAnimationLoop(() => {
  if (Math.random() < 0.03)
    sim.apply({ type: 'drop', x: Math.random() - 0.5, z: Math.random(), radius: 0.25, height: 0.1 })
  sim.advance(timer.update().getDelta())
  textures.update()
  renderer.render(scene, camera)
})
