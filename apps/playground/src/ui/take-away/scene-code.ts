// A scene as code for other programs: a page with three.js, and commands for the terminal. Both read the scene file that the person saves.

import { dyesOf, type FluidDisplay, isVolume, renderedDye } from '../../session/display/fluid-display.js'
import { stageKindOf } from '../../view/stages/stage-kind.js'
import type { SimulationInfo } from '../../worker/protocol.js'

/** The scene that the code opens. */
export interface CodeSubject {
  info: SimulationInfo
  /** Name of its file without the ending. */
  stem: string
  /** Factor on the drawn heights [1]. */
  heightScale: number
  /** How the fluid is shown, if it is one. */
  display?: FluidDisplay | undefined
}

/** The part of the code that differs from scene to scene. */
interface ViewCode {
  /** Names to import, by module. */
  imports: Readonly<Record<string, readonly string[]>>
  /** Makes the views; one of the statements makes `scene`. */
  setup: readonly string[]
  /** After each step. */
  update: readonly string[]
  /** Position and target of the camera [m]. */
  camera: readonly [position: string, target: string]
}

/** Names of the data files in a scene. */
export function dataFilesOf(scene: unknown): string[] {
  const names = [...JSON.stringify(scene).matchAll(/"([^"\\]+\.(?:npy|png|tiff?|glb|gltf|bin))"/g)]
  return [...new Set(names.map(([, name]) => name!))]
}

/** The packages that the code for three.js needs. Those for bodies and elevation models are only installed by who needs them. */
export function packagesOf({ scene, hasBodies }: SimulationInfo): string[] {
  const hasElevation = dataFilesOf(scene).some((name) => /\.tiff?$/.test(name))
  return [
    ...['seiche', '@seiche/three', 'three'],
    ...(hasBodies ? ['@dimforge/rapier3d-deterministic-compat'] : []),
    ...(hasElevation ? ['geotiff'] : []),
  ]
}

/** A module for three.js that runs the scene in real time and draws it. */
export function threeCode(subject: CodeSubject): string {
  const { info, stem } = subject
  const view = viewOf(subject)
  const files = dataFilesOf(info.scene)
  const hasElevation = files.some((name) => /\.tiff?$/.test(name))
  const options = [
    ...(info.hasBodies ? ['rigidBodies: rapier,'] : []),
    ...(files.length > 0 ? ['readFile: async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer()),'] : []),
    ...(hasElevation ? ['readElevation: readGeotiff,'] : []),
  ]
  const imports = merged([
    { seiche: ['createSimulation'], 'three/webgpu': ['PerspectiveCamera', 'Scene', 'Timer', 'WebGPURenderer'] },
    info.hasBodies ? { 'seiche/bodies': ['rapier'] } : {},
    hasElevation ? { 'seiche/geotiff': ['readGeotiff'] } : {},
    view.imports,
  ])
  const extent = extentOf(info)
  const [position, target] = view.camera
  return [
    ...imports,
    '',
    `const text = await (await fetch(${quoted(`${stem}.json`)})).text()`,
    ...(options.length === 0
      ? ['const sim = await createSimulation(text)']
      : ['const sim = await createSimulation(text, {', ...options.map(indented), '})']),
    ...view.setup,
    `const camera = new PerspectiveCamera(40, innerWidth / innerHeight, ${round(extent / 200)}, ${round(20 * extent)})`,
    `camera.position.set(${position})`,
    `camera.lookAt(${target})`,
    'const renderer = new WebGPURenderer({ antialias: true })',
    'renderer.setSize(innerWidth, innerHeight)',
    'document.body.append(renderer.domElement)',
    'const timer = new Timer()',
    'renderer.setAnimationLoop(() => {',
    ...['sim.advance(timer.update().getDelta())', ...view.update, 'renderer.render(scene, camera)'].map(indented),
    '})',
    '',
  ].join('\n')
}

/** Commands that run the scene and show the result. */
export function commandsOf(stem: string): string {
  return [`npx @seiche/cli run ${stem}.json --out ${stem}`, `npx @seiche/cli view ${stem}`, ''].join('\n')
}

function viewOf(subject: CodeSubject): ViewCode {
  const kind = stageKindOf(subject.info)
  if (kind === 'fluid') return fluidView(subject)
  return kind === 'landscape' ? landscapeView(subject) : waterView(subject, kind === 'sea')
}

const sky = {
  imports: { '@seiche/three': ['Sky', 'WaterSurface'], 'three/tsl': ['normalWorldGeometry'] },
  background: 'scene.backgroundNode = sky.radiance(normalWorldGeometry)',
}

/** A basin, or the sea repeated to the horizon. */
function waterView({ info, heightScale }: CodeSubject, isSea: boolean): ViewCode {
  const extent = extentOf(info)
  const bodies = bodiesOf(info)
  const sea = isSea ? [`tiles: 15`, `haze: ${round(2 * extent)}`, 'refraction: false'] : []
  const options = ['sky', ...sea, ...scaleOf(heightScale)].join(', ')
  return {
    imports: withNames(sky.imports, bodies.names),
    setup: [
      'const sky = new Sky()',
      `const water = new WaterSurface(sim, { ${options} })`,
      ...bodies.setup,
      `const scene = new Scene().add(${['water', ...bodies.views].join(', ')})`,
      sky.background,
    ],
    update: [...bodies.update, 'water.update()'],
    camera: isSea
      ? [`0, ${round(0.08 * extent)}, ${round(0.5 * extent)}`, `0, 0, ${round(-0.5 * extent)}`]
      : [`0, ${round(0.7 * extent)}, ${round(1.1 * extent)}`, '0, 0, 0'],
  }
}

function landscapeView({ info, heightScale }: CodeSubject): ViewCode {
  const extent = extentOf(info)
  const bodies = bodiesOf(info)
  const scale = scaleOf(heightScale)
  const level = `ground.topAt(0, 0)${heightScale === 1 ? '' : ` * ${heightScale}`}`
  return {
    imports: withNames(sky.imports, ['GroundSurface', ...bodies.names]),
    setup: [
      'const sky = new Sky()',
      `const ground = new GroundSurface(sim, { ${['sky', ...scale].join(', ')} })`,
      'const water = new WaterSurface(sim, { sky, ground })',
      ...bodies.setup,
      `const scene = new Scene().add(${['ground', 'water', ...bodies.views].join(', ')})`,
      sky.background,
      `const level = ${level}`,
    ],
    update: ['ground.update()', ...bodies.update, 'water.update()'],
    camera: [`0, level + ${round(0.7 * extent)}, ${round(1.1 * extent)}`, '0, level, 0'],
  }
}

function bodiesOf({ hasBodies }: SimulationInfo) {
  if (!hasBodies) return { names: [], setup: [], views: [], update: [] }
  return {
    names: ['FloatingBodies'],
    setup: ['const bodies = new FloatingBodies(sim, { water })'],
    views: ['bodies'],
    update: ['bodies.update()'],
  }
}

function fluidView(subject: CodeSubject): ViewCode {
  const { info, display } = subject
  const extent = extentOf(info)
  const rendering = display?.rendering ?? 'slice'
  const front = [`0, 0, ${round(1.5 * extent)}`, '0, 0, 0'] as const
  if (!isVolume(info) || !display || rendering === 'slice' || rendering === 'nothing')
    return { ...planeView(subject), camera: front }
  const dye = renderedDye(info, display)
  const color = quoted(info.scene.fluid?.dyes[dye]?.color ?? '#ffffff')
  const camera = [`${round(0.8 * extent)}, ${round(0.5 * extent)}, ${round(1.6 * extent)}`, '0, 0, 0'] as const
  if (rendering === 'surface' || rendering === 'metaballs')
    return {
      imports: {
        '@seiche/three': ['IsosurfaceMesh'],
        seiche: ['Isosurface'],
        'three/webgpu': ['DirectionalLight', 'HemisphereLight'],
      },
      setup: [
        'const { nx, ny = 1, nz, cellSize } = sim.grid',
        'const surface = new Isosurface()',
        'const find = () =>',
        indented(
          `surface.update({ values: sim.field(${quoted(dye)}).read(), cells: [nx, ny, nz], cellSize }, ${display.level})`,
        ),
        `const view = new IsosurfaceMesh(find(), { look: 'plain', color: ${color} })`,
        'const scene = new Scene().add(view, new DirectionalLight(0xffffff, 2), new HemisphereLight())',
      ],
      update: ['view.update(find())'],
      camera,
    }
  return {
    imports: { '@seiche/three': ['SmokeVolume'], 'three/webgpu': ['Color'] },
    setup: [
      `const view = new SmokeVolume(sim, { density: ${quoted(dye)}, color: ${color} })`,
      'const scene = new Scene().add(view)',
      'scene.background = new Color(0x10161f)',
    ],
    update: ['view.update()'],
    camera,
  }
}

/** A flat fluid, or a slice of a volume. */
function planeView({ info, display }: CodeSubject): Omit<ViewCode, 'camera'> {
  const dyes = dyesOf(info.scene).map(
    (dye) => `${key(dye)}: ${quoted(info.scene.fluid!.dyes[dye]!.color ?? '#1450b8')}`,
  )
  const shown = display === undefined || display.show === 'nothing' ? 'speed' : display.show
  const options = shown === 'dyes' ? `dyes: { ${dyes.join(', ')} }, mixing: 'light'` : `show: ${quoted(shown)}`
  return {
    imports: { '@seiche/three': ['DensityPlane'] },
    setup: [`const view = new DensityPlane(sim, { ${options} })`, 'const scene = new Scene().add(view)'],
    update: ['view.update()'],
  }
}

function scaleOf(heightScale: number): string[] {
  return heightScale === 1 ? [] : [`heightScale: ${heightScale}`]
}

/** Longest side of the grid [m]. */
function extentOf({ grid: { nx, ny = 1, nz, cellSize } }: SimulationInfo): number {
  return Math.max(nx, ny, nz) * cellSize
}

function withNames(
  imports: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
): Record<string, readonly string[]> {
  return { ...imports, '@seiche/three': [...(imports['@seiche/three'] ?? []), ...names] }
}

/** Import statements, one for each module. */
function merged(parts: readonly Readonly<Record<string, readonly string[]>>[]): string[] {
  const modules = new Map<string, Set<string>>()
  for (const part of parts)
    for (const [module, names] of Object.entries(part))
      modules.set(module, new Set([...(modules.get(module) ?? []), ...names]))
  return [...modules.keys()]
    .sort()
    .map((module) => `import { ${[...modules.get(module)!].sort().join(', ')} } from ${quoted(module)}`)
}

const indented = (line: string): string => `  ${line}`
const round = (value: number): number => Number(value.toPrecision(2))
/** A text of the scene as a text of the code, whatever its characters are. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name))
