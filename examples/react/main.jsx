/** @jsxImportSource react */
// A ball on the waves in react-three-fiber. Each click lets a drop fall.
import { Canvas, extend, useFrame } from '@react-three/fiber'
import { useWater, Water } from '@seiche/react'
import { createRef, Suspense, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import * as THREE from 'three/webgpu'

extend(THREE)
const sphere = new THREE.SphereGeometry(0.35)
const lake = {
  seiche: 1,
  grid: { cells: [96, 96], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.8, damping: 0.1 },
  sources: [{ shape: { shape: 'disc', center: [1.6, -1], radius: 0.3 }, rate: 0.4, period: 1.2 }],
}

function Ball() {
  const ball = useRef(null)
  const { simulation } = useWater()
  useFrame(() => ball.current.position.setY(simulation.heightAt(0, 0)))
  return <mesh ref={ball} geometry={sphere} material-color="#f2b531" />
}

const water = createRef()
const drop = ({ point: { x, z } }) => water.current.simulation.apply({ type: 'drop', x, z, radius: 0.3, height: 0.1 })
const gl = (options) => new THREE.WebGPURenderer(options).init()
const page = document.body.appendChild(document.createElement('div'))
page.style.height = '100%'
createRoot(page).render(
  <Canvas gl={gl} camera={{ position: [0, 1.2, 4], fov: 45 }}>
    <color attach="background" args={['#b9d3e0']} />
    <Suspense fallback={null}>
      <Water ref={water} scene={lake} preset="ocean" tiles={5} haze={20} onClick={drop}>
        <Ball />
      </Water>
    </Suspense>
  </Canvas>,
)
