import { type LightOn, SunPrint, WaterSurface } from '@seiche/three'
import type { Grid } from 'seiche'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { float, normalWorldGeometry, positionGeometry, varying, vec2 } from 'three/tsl'
import {
  MathUtils,
  MOUSE,
  NeutralToneMapping,
  NoToneMapping,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Spherical,
  TOUCH,
  Vector2,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu'
import type { FluidDisplay } from '../session/fluid-display.js'
import type { RemoteBodies } from '../session/remote-bodies.js'
import { solverSettingsOf } from '../session/solvers.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { FluidFields, SimulationInfo } from '../worker/protocol.js'
import { Resolution } from './resolution.js'
import type { Basin, BasinSize } from './shared/basin.js'
import { BodyLayer } from './shared/body-layer.js'
import { Lighting } from './shared/lighting.js'
import { Obstacles } from './shared/obstacles.js'
import { OpennessTexture } from './shared/openness-texture.js'
import { paletteFor } from './shared/palette.js'
import { SurfaceCursor } from './shared/surface-cursor.js'
import { Flume } from './stages/basin/flume.js'
import { Pool } from './stages/basin/pool.js'
import { FluidStage } from './stages/fluid/fluid-stage.js'
import { Landscape } from './stages/landscape/landscape.js'
import { Sea, seaFieldOfView } from './stages/sea/sea.js'
import { isOpenSea } from './stages/sea/sea-plan.js'
import type { BodyPick, BrushCursor, FreeArea, VolumePick, WaterView } from './view.js'

/** Everything that belongs to one simulation. */
interface Stage {
  /** What it was built for. */
  plan: string
  surface: WaterSurface
  basin: Basin
  obstacles: Obstacles
  cursor: SurfaceCursor
  openness: OpennessTexture
  grid: Grid
  /** Height of what may hide the water in front [m]; undefined where it is glass. */
  rim: number | undefined
  /** How open each cell is. */
  matte: Float32Array
  /** Heights of the last frame [m]. */
  heights: Float32Array
  /** Half the pool's extent along x and z [m], as drawn. */
  half: Vector2
}

/** Angle of view at the pool [degrees]. */
const poolFieldOfView = 32

/** The pool in three dimensions, by WebGPU or WebGL2. */
export class ThreeView implements WaterView {
  readonly renderer: string
  readonly drawsFlow = true
  readonly #renderer: WebGPURenderer
  readonly #canvas: HTMLCanvasElement
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(poolFieldOfView, 1, 0.1, 1000)
  readonly #controls: OrbitControls
  readonly #lighting = new Lighting()
  readonly #resolution = new Resolution(window.devicePixelRatio)
  readonly #dark = window.matchMedia('(prefers-color-scheme: dark)')
  readonly #raycaster = new Raycaster()
  readonly #resizer: ResizeObserver
  #stage: Stage | undefined
  /** Instead of a stage: water without walls. */
  #sea: Sea | undefined
  /** Instead of a stage: water over ground. */
  #land: Landscape | undefined
  /** Instead of a stage: a fluid in a box. */
  #fluid: FluidStage | undefined
  /** What floats, on any of these. */
  #afloat: BodyLayer | undefined
  /** The body that the camera goes along with, and where it was [m]. */
  #followed: { body: number; at: Vector3 } | undefined
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }
  #stale = true
  #touchedCamera = false
  /** From where to look at a landscape at first. */
  #landDirection: [tilt: number, turn: number] = [0.95, 0.5]

  private constructor(renderer: WebGPURenderer, canvas: HTMLCanvasElement) {
    this.#renderer = renderer
    this.#canvas = canvas
    this.renderer = 'isWebGPUBackend' in renderer.backend ? 'WebGPU' : 'WebGL 2'
    renderer.toneMapping = NeutralToneMapping
    this.#controls = this.#makeControls()
    this.#dark.addEventListener('change', this.#followTheme)
    this.#followTheme()
    this.#resizer = new ResizeObserver(() => this.#resize())
    this.#resizer.observe(canvas)
    this.#resize()
  }

  /** Rejects when the browser has neither WebGPU nor WebGL2. `lost` is told when the graphics device goes away later. */
  static async create(canvas: HTMLCanvasElement, forceWebGL: boolean, lost: () => void): Promise<ThreeView> {
    const renderer = new WebGPURenderer({ canvas, antialias: true, forceWebGL })
    await renderer.init()
    renderer.onDeviceLost = lost
    return new ThreeView(renderer, canvas)
  }

  open(info: SimulationInfo): void {
    if (info.fluid) {
      this.#openFluid(info)
      return
    }
    const size = basinSize(info)
    const plan = JSON.stringify([info.grid, size, info.hasBodies])
    // The same scene again, or with other damping or walls: nothing to build.
    if (plan === this.#stage?.plan) {
      this.setOpenness(this.#stage.matte.fill(1))
      return
    }
    if (this.#sea?.canReuse(info) || this.#land?.takeOver(info)) return
    this.#clearStage()
    if (info.hasTerrain) {
      this.#openLand(info)
      return
    }
    if (isOpenSea(info)) {
      this.#openSea(info)
      return
    }
    const { nx, nz, cellSize } = info.grid
    this.#scene.backgroundNode = this.#lighting.sky.radiance(normalWorldGeometry)
    this.#camera.fov = poolFieldOfView
    this.#controls.maxPolarAngle = 1.4
    let basin: Basin | undefined
    const { sky } = this.#lighting
    const print =
      info.hasBodies && !isChannel(info)
        ? new SunPrint({ extent: [size.width, size.length], sky, refracts: true })
        : undefined
    const surface: WaterSurface = new WaterSurface(
      { nx, nz, cellSize, data: new Float32Array(nx * nz) },
      {
        sky,
        reflect: (...ray) => basin!.reflect(...ray),
        ...(!isChannel(info) && { refract: (...ray) => basin!.refract!(...ray) }),
      },
    )
    // A channel one cell wide would be a thread; it is drawn wider, all of it moving as its one row of cells does.
    surface.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    const openness = new OpennessTexture(info.grid, size.width, size.length)
    // Inside solids there is no water to see, however high the waves around.
    surface.material.maskNode = openness
      .at(varying(positionGeometry.xz).mul(vec2(surface.scale.x, surface.scale.z)))
      .greaterThan(0.3)
    basin = isChannel(info)
      ? new Flume(size, this.#lighting, surface, nz === 1)
      : new Pool(size, this.#lighting, () => surface, openness, print)
    const obstacles = new Obstacles(info.grid, size, basin, this.#lighting, openness)
    const drawn = vec2(surface.scale.x, surface.scale.z)
    const cursor = new SurfaceCursor(
      (place) => surface.heightField.height(place.div(drawn)),
      openness,
      () => float(obstacles.top),
    )
    this.#stage = {
      plan,
      surface,
      basin,
      obstacles,
      cursor,
      openness,
      grid: info.grid,
      rim: isChannel(info) ? undefined : size.rim,
      matte: new Float32Array(nx * nz).fill(1),
      heights: new Float32Array(nx * nz),
      half: new Vector2(size.width / 2, size.length / 2),
    }
    this.#scene.add(basin, obstacles, surface, cursor)
    if (info.hasBodies) {
      const held = basin
      const light: LightOn = (...at) => held.light(...at)
      this.#setAfloat(new BodyLayer({ sky, water: surface, light }, print))
    }
    this.#followTheme()
    this.#placeCamera(size, info)
  }

  setHeights(heights: Float32Array, sea?: Float32Array, time?: number): void {
    this.#stage?.surface.update(heights)
    this.#stage?.heights.set(heights)
    if (this.#sea?.setFrame(heights, sea, time)) this.#touchedCamera = false
    if (this.#sea && !this.#touchedCamera) this.#lookOut(this.#sea)
    if (this.#land?.setFrame(sea, time)) this.#overlook(this.#land)
    this.#stale = true
  }

  setFluid(fields: FluidFields, time: number): void {
    this.#fluid?.setFrame(fields, time)
    this.#stale = true
  }

  setDisplay(display: FluidDisplay): void {
    this.#fluid?.setDisplay(display)
    this.#stale = true
  }

  pickVolume(clientX: number, clientY: number): VolumePick | undefined {
    const fluid = this.#fluid
    this.#aim(clientX, clientY)
    const point = fluid?.intersectVolume(this.#raycaster.ray)
    if (!fluid || !point) return undefined
    const facing = this.#camera.getWorldDirection(new Vector3())
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point)
    return {
      at: point.toArray(),
      dragTarget: (x, y) => {
        this.#aim(x, y)
        const hand = this.#raycaster.ray.intersectPlane(plane, new Vector3()) ?? point
        return fluid.inside(hand).toArray()
      },
    }
  }

  setBed(bed: Float32Array): void {
    this.#land?.setBed(bed)
  }

  surfaceSampler(): (at: WaterPoint) => number {
    if (this.#land) return this.#land.surfaceSampler()
    if (!this.#stage) return () => 0
    const { grid } = this.#stage
    const heights = this.#stage.heights.slice()
    return (at) => heights[cellAt(grid, at)]!
  }

  setBodies(bodies: RemoteBodies | undefined): void {
    this.#afloat?.show(bodies)
    this.#stale = true
  }

  follow(body: number | undefined): void {
    const at = body === undefined ? undefined : this.#afloat?.placeOf(body)
    this.#followed = body !== undefined && at ? { body, at } : undefined
    if (at) this.#pan(at.clone().sub(this.#controls.target))
  }

  /** Moves the camera and what it looks at, level. */
  #pan(by: Vector3): void {
    by.y = 0
    this.#camera.position.add(by)
    this.#controls.target.add(by)
    this.#touchedCamera = true
    this.#stale = true
  }

  moveBodies(): void {
    this.#afloat?.update()
    const at = this.#followed && this.#afloat?.placeOf(this.#followed.body)
    if (this.#followed && at) {
      this.#pan(at.clone().sub(this.#followed.at))
      this.#followed.at = at
    }
    this.#stale = true
  }

  setSpray(drops: Float32Array | undefined): void {
    this.#afloat?.setSpray(drops)
  }

  highlight(glows: ReadonlyMap<number, number>): void {
    this.#afloat?.highlight(glows)
    this.#stale = true
  }

  pickBody(clientX: number, clientY: number): BodyPick | undefined {
    const afloat = this.#afloat
    if (!afloat) return undefined
    this.#aim(clientX, clientY)
    const hit = afloat.meet(this.#raycaster.ray)
    if (!hit) return undefined
    const { body, at, point } = hit
    // What lies behind the near rim is not seen.
    if (
      this.#stage?.rim !== undefined &&
      point.y < this.#stage.rim &&
      !this.#intersectLevel(this.#stage, this.#stage.rim)
    )
      return undefined
    const facing = this.#camera.getWorldDirection(new Vector3())
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point)
    return {
      body,
      at: at.toArray(),
      height: point.y / afloat.scale.y,
      dragTarget: (x, y) => {
        this.#aim(x, y)
        const hand = this.#raycaster.ray.intersectPlane(plane, new Vector3()) ?? point
        return [hand.x, hand.y / afloat.scale.y, hand.z]
      },
    }
  }

  setOpenness(matte: Float32Array): void {
    this.#sea?.setOpenness(matte)
    this.#land?.setOpenness(matte)
    this.#fluid?.setOpen(matte)
    this.#stale = true
    if (!this.#stage) return
    const { surface, obstacles, openness } = this.#stage
    this.#stage.matte.set(matte)
    openness.set(matte)
    obstacles.setOpenness(matte)
    surface.setMatte(openness.solids.value > 0 ? matte : undefined)
    this.#stale = true
  }

  render(): boolean {
    if (this.#controls.update()) this.#stale = true
    if (!this.#stale) return false
    this.#stale = false
    this.#afloat?.print(this.#renderer)
    this.#fluid?.cursor.face(this.#camera)
    this.#renderer.render(this.#scene, this.#camera)
    return true
  }

  noteFrame(duration: number): void {
    if (this.#resolution.observe(duration)) this.#resize()
    this.#fluid?.noteFrame(duration)
  }

  pick(clientX: number, clientY: number, onSolids: boolean): WaterPoint | undefined {
    this.#aim(clientX, clientY)
    if (this.#sea) return this.#afloat && this.#intersectSea(this.#sea)
    if (this.#land) return this.#land.pick(this.#raycaster.ray)
    if (this.#fluid) return this.#fluid.intersectPlane(this.#raycaster.ray)
    if (!this.#stage) return undefined
    // What lies behind the near rim is not under the pointer: the deck is. A channel has a front of glass.
    const { rim } = this.#stage
    if (rim !== undefined && !this.#intersectLevel(this.#stage, rim)) return undefined
    const onTop = onSolids ? this.#intersectLevel(this.#stage, this.#stage.obstacles.top) : undefined
    return onTop && this.#isSolid(this.#stage, onTop) ? onTop : this.#intersectLevel(this.#stage, 0)
  }

  /** Sends the ray through a place in the window. */
  #aim(clientX: number, clientY: number): void {
    const area = this.#canvas.getBoundingClientRect()
    const x = ((clientX - area.left) / area.width) * 2 - 1
    const y = 1 - ((clientY - area.top) / area.height) * 2
    // The camera may have been placed since the last picture, or before the first.
    this.#camera.updateMatrixWorld()
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera)
  }

  /** Where the ray meets the grid of a sea at rest; bodies can be put there. */
  #intersectSea({ extent }: Sea): WaterPoint | undefined {
    const point = this.#raycaster.ray.intersectPlane(new Plane(new Vector3(0, 1, 0)), new Vector3())
    return point && Math.max(Math.abs(point.x), Math.abs(point.z)) <= extent / 2 ? [point.x, point.z] : undefined
  }

  /** Where the ray meets a level [m] inside the basin. */
  #intersectLevel({ half, surface }: Stage, level: number): WaterPoint | undefined {
    const point = this.#raycaster.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -level), new Vector3())
    if (!point || Math.abs(point.x) > half.x || Math.abs(point.z) > half.y) return undefined
    return [point.x / surface.scale.x, point.z / surface.scale.z]
  }

  #isSolid({ grid, matte }: Stage, at: WaterPoint): boolean {
    return (matte[cellAt(grid, at)] ?? 1) < 0.5
  }

  setCursor(cursor: BrushCursor | undefined): void {
    if (this.#fluid) {
      if (cursor) this.#fluid.showCursor(cursor)
      else if (this.#fluid.cursor.visible) this.#fluid.cursor.visible = false
      else return
      this.#stale = true
      return
    }
    const { cursor: shown, surface } = this.#stage ?? { cursor: this.#land?.cursor, surface: this.#land?.water }
    if (!shown || !surface || (!cursor && !shown.visible)) return
    if (cursor) {
      const [x, z] = cursor.at
      shown.show({ ...cursor, at: [x * surface.scale.x, z * surface.scale.z] })
    } else shown.visible = false
    this.#stale = true
  }

  setHeightScale(scale: number): void {
    const surface = this.#stage?.surface ?? this.#sea?.surface
    if (surface) surface.heightScale.value = scale
    this.#land?.setHeightScale(scale)
    this.#afloat?.scale.setY(scale)
    if (this.#land) this.#overlook(this.#land)
    this.#stale = true
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#resize()
    // The tool bar grows by the tools for the ground just when a landscape is opened.
    if (this.#land) this.#overlook(this.#land)
    if (this.#fluid && !this.#touchedCamera) this.#fitFluid(this.#fluid)
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    const { target, minDistance, maxDistance, maxPolarAngle } = this.#controls
    const place = new Spherical().setFromVector3(this.#camera.position.clone().sub(target))
    // A flat fluid is seen straight on: what would turn the camera moves it along.
    if (this.#fluid?.isFlat) {
      const along = new Vector3(turn, tilt, 0).multiplyScalar(-0.5 * place.radius)
      target.add(along)
      place.radius = MathUtils.clamp(place.radius * distance, minDistance, maxDistance)
      this.#camera.position.setFromSpherical(place).add(target)
      this.#touchedCamera = true
      this.#stale = true
      return
    }
    place.theta += turn
    place.phi = MathUtils.clamp(place.phi + tilt, 0.05, maxPolarAngle)
    place.radius = MathUtils.clamp(place.radius * distance, minDistance, maxDistance)
    this.#camera.position.setFromSpherical(place).add(target)
    this.#touchedCamera = true
    this.#stale = true
  }

  setCameraDrag(enabled: boolean): void {
    const flat = this.#fluid?.isFlat
    this.#controls.mouseButtons.LEFT = enabled ? (flat ? MOUSE.PAN : MOUSE.ROTATE) : null
    this.#controls.touches.ONE = enabled ? (flat ? TOUCH.PAN : TOUCH.ROTATE) : null
  }

  dispose(): void {
    this.#clearStage()
    this.#dark.removeEventListener('change', this.#followTheme)
    this.#resizer.disconnect()
    this.#controls.dispose()
    this.#renderer.dispose()
  }

  #makeControls(): OrbitControls {
    const controls = new OrbitControls(this.#camera, this.#canvas)
    controls.enableDamping = true
    controls.dampingFactor = 0.12
    controls.maxPolarAngle = 1.4
    controls.mouseButtons = { LEFT: null, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE }
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE }
    controls.addEventListener('start', () => {
      this.#touchedCamera = true
    })
    return controls
  }

  readonly #followTheme = (): void => {
    const palette = paletteFor(this.#dark.matches)
    this.#lighting.setPalette(palette)
    this.#sea?.followTheme(this.#dark.matches)
    this.#land?.followTheme(this.#dark.matches)
    this.#fluid?.setTheme(this.#dark.matches)
    if (this.#stage) {
      this.#stage.surface.material.waterColor.value.copy(palette.waterColor)
      this.#stage.surface.material.crestColor.value.copy(palette.crestColor)
    }
    this.#stale = true
  }

  #setAfloat(afloat: BodyLayer): void {
    this.#afloat = afloat
    this.#scene.add(afloat)
  }

  #clearStage(): void {
    if (this.#afloat) {
      this.#scene.remove(this.#afloat)
      this.#afloat.dispose()
      this.#afloat = undefined
    }
    if (this.#sea) {
      this.#scene.remove(this.#sea)
      this.#sea.dispose()
      this.#sea = undefined
    }
    if (this.#fluid) {
      this.#scene.remove(this.#fluid)
      this.#fluid.dispose()
      this.#fluid = undefined
      this.#useCamera(false)
      this.#renderer.toneMapping = NeutralToneMapping
      // Whatever comes next is looked at from where it is best seen.
      this.#touchedCamera = false
    }
    if (this.#land) {
      this.#scene.remove(this.#land)
      this.#land.dispose()
      this.#land = undefined
    }
    if (!this.#stage) return
    const { surface, basin, obstacles, cursor, openness } = this.#stage
    this.#scene.remove(surface, basin, obstacles, cursor)
    for (const part of [surface, basin, obstacles, cursor, openness]) part.dispose()
    this.#stage = undefined
  }

  #openSea(info: SimulationInfo): void {
    const sea = new Sea(info, this.#lighting)
    this.#sea = sea
    this.#scene.add(sea)
    if (info.hasBodies)
      this.#setAfloat(new BodyLayer({ sky: this.#lighting.sky, light: (_, normal) => this.#lighting.outdoors(normal) }))
    this.#scene.backgroundNode = sea.background
    this.#camera.near = 0.2 * info.grid.cellSize
    this.#camera.far = 12 * sea.extent
    this.#camera.fov = seaFieldOfView(this.#camera)
    this.#controls.maxPolarAngle = 1.53
    this.#controls.minDistance = 4 * info.grid.cellSize
    this.#controls.maxDistance = 0.6 * sea.extent
    this.#followTheme()
    this.#resize()
  }

  #openFluid(info: SimulationInfo): void {
    if (this.#fluid?.canReuse(info)) {
      this.#fluid.restart()
      return
    }
    this.#clearStage()
    const fluid = new FluidStage(info)
    this.#fluid = fluid
    this.#scene.add(fluid)
    this.#scene.backgroundNode = fluid.background
    // Colours of a plane are those of its map; light in a volume is that of a room.
    this.#renderer.toneMapping = fluid.isFlat ? NoToneMapping : NeutralToneMapping
    this.#useCamera(fluid.isFlat)
    const reach = Math.hypot(...fluid.size) / 2
    this.#camera.fov = poolFieldOfView
    this.#camera.near = reach * 0.02
    this.#camera.far = reach * 120
    this.#controls.minDistance = reach * (fluid.isFlat ? 0.3 : 1.2)
    this.#controls.maxDistance = reach * 12
    this.#controls.maxPolarAngle = fluid.isFlat ? Math.PI : 1.55
    this.#touchedCamera = false
    this.#followTheme()
    this.#fitFluid(fluid)
  }

  /** A flat picture is moved about, everything else turned. */
  #useCamera(flat: boolean): void {
    this.#controls.enableRotate = !flat
    this.#controls.mouseButtons.RIGHT = flat ? MOUSE.PAN : MOUSE.ROTATE
    this.#controls.touches.TWO = flat ? TOUCH.DOLLY_PAN : TOUCH.DOLLY_ROTATE
  }

  /** Shows the whole box. */
  #fitFluid({ size: [x, y, z], isFlat }: FluidStage): void {
    const corners = [-1, 1].flatMap((i) =>
      [-1, 1].flatMap((j) => [-1, 1].map((k) => new Vector3((i * x) / 2, (j * y) / 2, (k * z) / 2))),
    )
    // Volumes that lie along x are seen from before their left end, where things mostly begin.
    const turn = x > z ? -0.5 : 0.55
    this.#fit(new Spherical(1, isFlat ? Math.PI / 2 : 1.3, isFlat ? 0 : turn), corners, 0)
  }

  #openLand(info: SimulationInfo): void {
    const size = basinSize(info)
    const { sky } = this.#lighting
    const print = info.hasBodies ? new SunPrint({ extent: [size.width, size.length], sky }) : undefined
    const land = new Landscape(info, size, this.#lighting, print)
    this.#land = land
    this.#scene.add(land)
    if (info.hasBodies) {
      const light: LightOn = (_, normal) => this.#lighting.overland(normal, float(1), float(1))
      this.#setAfloat(new BodyLayer({ sky, water: land.water, light }, print))
    }
    this.#scene.backgroundNode = this.#lighting.sky.radiance(normalWorldGeometry)
    this.#camera.fov = poolFieldOfView
    this.#controls.maxPolarAngle = 1.45
    this.#landDirection = isChannel(info) ? directionFor(info) : [0.95, 0.5]
    this.#touchedCamera = false
    this.#followTheme()
  }

  /** Shows the whole block; how high it is, only its first frame tells. */
  #overlook(land: Landscape): void {
    const reach = Math.hypot(land.size.width, land.size.length) / 2
    this.#camera.near = reach * 0.01
    this.#camera.far = reach * 80
    this.#controls.minDistance = reach * 0.1
    this.#controls.maxDistance = reach * 12
    if (!this.#touchedCamera) this.#fitCamera(land.size, this.#landDirection, land.range)
  }

  #lookOut(sea: Sea): void {
    const { position, target } = sea.outlook()
    this.#camera.position.copy(position)
    this.#controls.target.copy(target)
  }

  /** Looks down at the whole pool; a camera the person has moved stays where it is, unless the pool is of another size. */
  #placeCamera(size: BasinSize, info: SimulationInfo): void {
    const reach = Math.hypot(size.width, size.length) / 2
    const known = this.#controls.maxDistance === reach * 12
    this.#camera.near = reach * 0.02
    this.#camera.far = reach * 120
    this.#controls.minDistance = reach * 0.3
    this.#controls.maxDistance = reach * 12
    if (known && this.#touchedCamera) return
    this.#touchedCamera = false
    this.#fitCamera(size, directionFor(info))
  }

  /** The nearest place in the usual direction from which all corners of the pool, or of a block, lie inside the free area. */
  #fitCamera(size: BasinSize, [tilt, turned]: [number, number], [lowest, highest]: [number, number] = [0, 0]): void {
    const [wide, high] = this.#freeAngles()
    // A tall window shows more from further above, and a wide pool lengthways.
    const tall = wide < high
    const lengthways = tall && !isNarrow(size) && size.width > size.length
    const place = new Spherical(1, tall ? tilt * 0.8 : tilt, lengthways ? turned + Math.PI / 2 : turned)
    const middle = (lowest + highest) / 2
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((z) =>
        (highest > lowest ? [lowest, highest] : [lowest]).map(
          (y) => new Vector3((x * size.width) / 2, y - middle, (z * size.length) / 2),
        ),
      ),
    )
    this.#fit(place, corners, middle)
  }

  /** Tangents of half the angles that the free part of the window has, across and upwards. */
  #freeAngles(): [wide: number, high: number] {
    const { clientWidth, clientHeight } = this.#canvas
    // The field of view belongs to the window's height; only its free part should hold the pool.
    const unit = (2 * Math.tan(MathUtils.degToRad(this.#camera.fov / 2))) / Math.max(1, clientHeight)
    return [
      (unit * Math.max(1, clientWidth - this.#free.left - this.#free.right)) / 2,
      (unit * Math.max(1, clientHeight - this.#free.top - this.#free.bottom)) / 2,
    ]
  }

  /** Goes to the nearest place in a direction from which points around a middle at this height [m] are seen. */
  #fit(place: Spherical, points: readonly Vector3[], middle: number): void {
    const [wide, high] = this.#freeAngles()
    this.#camera.position.setFromSpherical(place)
    this.#camera.lookAt(0, 0, 0)
    const turn = this.#camera.quaternion.clone().invert()
    const margin = 1.13
    const corners = points.map((point) => point.clone().multiplyScalar(margin).applyQuaternion(turn))
    // What is near looks larger: the middle of the picture is not the middle of the pool. A few rounds settle both.
    let distance = 0
    let shift = 0
    for (let round = 0; round < 8; round++) {
      distance = Math.max(...corners.map((c) => c.z + Math.max(Math.abs(c.x) / wide, Math.abs(c.y - shift) / high)))
      const heights = corners.map((c) => c.y / (distance - c.z))
      shift = ((Math.min(...heights) + Math.max(...heights)) / 2) * distance
    }
    const up = new Vector3(0, shift, 0).applyQuaternion(this.#camera.quaternion)
    up.y += middle
    this.#controls.target.copy(up)
    this.#camera.position.setFromSpherical(new Spherical(distance, place.phi, place.theta)).add(up)
    this.#resize()
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0 || height === 0) return
    const { left, top, right, bottom } = this.#free
    this.#camera.aspect = width / height
    // Shift the picture so that the middle of the pool lies in the middle of what the panel leaves free.
    this.#camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height)
    this.#camera.updateProjectionMatrix()
    this.#renderer.setPixelRatio(this.#resolution.ratio)
    this.#renderer.setSize(width, height, false)
    this.#stale = true
  }
}

/** The cell of a point. */
function cellAt({ nx, nz, cellSize }: Grid, [x, z]: WaterPoint): number {
  const i = MathUtils.clamp(Math.floor(x / cellSize + nx / 2), 0, nx - 1)
  const j = MathUtils.clamp(Math.floor(z / cellSize + nz / 2), 0, nz - 1)
  return j * nx + i
}

function isChannel({ grid }: SimulationInfo): boolean {
  return grid.nx === 1 || grid.nz === 1
}

/** Whether a basin is so narrow that it is seen from its side only. */
function isNarrow({ width, length }: BasinSize): boolean {
  return Math.min(width, length) < 0.1 * Math.max(width, length)
}

/** From where to look at first: angle from straight above, and turn about the vertical [rad]. */
function directionFor(info: SimulationInfo): [tilt: number, turn: number] {
  if (!isChannel(info)) return [1.02, 0.5]
  return info.grid.nz === 1 ? [1.32, 0.12] : [1.32, Math.PI / 2 + 0.12]
}

/** The basin to draw for a simulation. */
function basinSize(info: SimulationInfo): BasinSize {
  const { nx, nz, cellSize } = info.grid
  const extent = Math.max(nx, nz) * cellSize
  const narrow = 0.06 * extent
  const width = nx === 1 ? narrow : nx * cellSize
  const length = nz === 1 ? narrow : nz * cellSize
  // Very shallow and very deep water is drawn in a basin one can still display into.
  const { depth: asked = Number.POSITIVE_INFINITY } = solverSettingsOf(info.scene)
  const visible = MathUtils.clamp(asked, 0.04 * extent, 0.35 * extent)
  // What has sunk lies on the true floor.
  const depth = info.hasBodies && asked < extent ? asked : visible
  return { width, length, depth, rim: (isChannel(info) ? 0.025 : 0.04) * extent }
}
