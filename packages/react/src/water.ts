import { type ThreeElements, useFrame } from '@react-three/fiber'
import { type ChangingLook, WaterSurface, type WaterSurfaceOptions } from '@seiche/three'
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
} from 'react'
import type { SimulationOptions, SurfaceSimulation } from 'seiche'
import { useSimulation, type WaterScene } from './water-simulation.js'

/** The water of a `<Water>`: its simulation and the mesh that draws it. */
export interface WaterHandle {
  /** The simulation: `heightAt`, `normalAt`, `velocityAt`, `apply`, `bodies` … */
  readonly simulation: SurfaceSimulation
  /** The mesh. */
  readonly surface: WaterSurface
}

/** Properties of a three.js mesh that make sense for water: place, visibility, events. */
type MeshProps = Omit<
  ThreeElements['mesh'],
  'args' | 'ref' | 'children' | 'geometry' | 'material' | 'attach' | 'dispose'
>

/** Properties of {@link Water}: the scene, the options of `WaterSurface`, and those of a mesh, such as `position` and `onClick`. */
export interface WaterProps extends WaterSurfaceOptions, Omit<MeshProps, keyof WaterSurfaceOptions> {
  /**
   * The scene as an object or JSON text. Another text makes another simulation; objects may be written inline. Or a simulation that
   * exists already, which its owner disposes of.
   */
  scene: WaterScene
  /** Options of `createSimulation`, read when the simulation is created: `readFile`, `rigidBodies`, `threads` … */
  simulationOptions?: SimulationOptions
  /** Whether time stands still. The simulation may then be stepped by other code; its changes are drawn. Default false. */
  paused?: boolean
  /** Factor on the time that passes [1]. Default 1. */
  speed?: number
  /** Receives simulation and mesh once they are there. */
  ref?: Ref<WaterHandle>
  /** Objects in the coordinates of the water, which may call {@link useWater}. */
  children?: ReactNode
}

const WaterContext = createContext<WaterHandle | undefined>(undefined)

/**
 * Simulates a scene and draws its water, inside the `<Canvas>` of react-three-fiber with a `WebGPURenderer`.
 *
 * It suspends while the simulation is created, and throws a `SceneError` in render if the scene cannot be used: put it into
 * `<Suspense>` and an error boundary as any component that loads. Simulation and graphics memory are freed when it is unmounted.
 *
 * @param props Scene, options of `WaterSurface`, properties of a mesh.
 * @returns The element.
 *
 * @example
 * ```ts
 * import { Water } from '@seiche/react'
 * import { createElement } from 'react'
 * import type { SceneInput } from 'seiche'
 *
 * const pool: SceneInput = { seiche: 1, grid: { cells: [128, 128], cellSize: 0.04 }, solver: { type: 'columns' } }
 * const water = createElement(Water, { scene: pool, preset: 'pool', position: [0, 1, 0] })
 * ```
 */
export function Water(props: WaterProps): ReactElement {
  const { scene, simulationOptions, paused = false, speed = 1, ref, children, ...rest } = props
  const [look, mesh] = split(rest)
  const simulation = useSimulation(scene, simulationOptions)
  const surface = useSurface(simulation, look)
  const handle = useMemo(() => ({ simulation, surface }), [simulation, surface])
  useImperativeHandle(ref, () => handle, [handle])
  useFrame((_, seconds) => {
    if (!paused) simulation.advance(seconds * speed)
    surface.update()
  })
  const context = createElement(WaterContext.Provider, { value: handle }, children)
  return createElement('primitive', { ...mesh, object: surface, dispose: null }, context)
}

/** Options that the mesh and its shader are built of: another value makes another mesh. */
const fixed = [
  'segments',
  'field',
  'tiles',
  'ground',
  'foamLifetime',
  'preset',
  'refraction',
  'sky',
  'envMap',
  'reflect',
  'refract',
] as const satisfies readonly (keyof WaterSurfaceOptions)[]

/** Options that are uniforms. */
const changing = [
  'sunDirection',
  'sunColor',
  'waterColor',
  'crestColor',
  'absorption',
  'distortionScale',
  'alpha',
  'foamColor',
  'foamStart',
  'foamFull',
  'haze',
  'heightScale',
] as const satisfies readonly (keyof WaterSurfaceOptions)[]

const names: ReadonlySet<string> = new Set([...fixed, ...changing])

/** Separates the options of `WaterSurface` from the properties of the mesh. */
function split(props: Omit<WaterProps, 'scene'>): [WaterSurfaceOptions, object] {
  const all = Object.entries(props).filter(([, value]) => value !== undefined)
  return [
    Object.fromEntries(all.filter(([name]) => names.has(name))),
    Object.fromEntries(all.filter(([name]) => !names.has(name))),
  ]
}

function useSurface(simulation: SurfaceSimulation, options: WaterSurfaceOptions): WaterSurface {
  // The values, not the object, which is another one in each render. A mesh that was never drawn holds nothing on the graphics device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: options of the list `changing` are set below
  const surface = useMemo(
    () => new WaterSurface(simulation, options),
    [simulation, ...fixed.map((name) => identityOf(options[name]))],
  )
  // After every render: setting uniforms costs nothing.
  useLayoutEffect(() => {
    surface.setLook(options as ChangingLook)
    if (options.heightScale !== undefined) surface.heightScale.value = options.heightScale
  })
  // What is freed comes back with the next frame if the component is mounted again.
  useEffect(() => () => surface.dispose(), [surface])
  return surface
}

/** Arrays and plain objects written inline are compared by their text, everything else by identity. */
function identityOf(value: unknown): unknown {
  const isPlain = Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object)
  return isPlain ? JSON.stringify(value) : value
}

/**
 * The water around a component: for objects that float on it, and events such as drops.
 *
 * @returns Simulation and mesh of the nearest `<Water>` above.
 * @throws Error outside of a `<Water>`.
 *
 * @example
 * ```ts
 * import { useFrame } from '@react-three/fiber'
 * import { useWater } from '@seiche/react'
 * import { createElement, useRef } from 'react'
 * import type { Mesh } from 'three/webgpu'
 *
 * function Buoy() {
 *   const buoy = useRef<Mesh>(null)
 *   const { simulation } = useWater()
 *   useFrame(() => void (buoy.current!.position.y = simulation.heightAt(0, 0)))
 *   return createElement('mesh', { ref: buoy })
 * }
 * ```
 */
export function useWater(): WaterHandle {
  const water = useContext(WaterContext)
  if (!water) throw new Error('useWater needs a <Water> above: components that float are its children')
  return water
}
