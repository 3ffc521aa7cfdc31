// A channel in section with one body, whichever way the body and the water push each other.

/** Columns of the channel. */
export const columns = 160
/** Width of a column [m]. */
export const dx = 0.05
/** Depth of the still water [m]. */
export const stillDepth = 0.5
/** Time step [s]. */
export const dt = 0.01
/** Gravity [m/s²]. */
export const g = 9.81
/** Density of water [kg/m³]. */
export const rho = 1000
/** Speed of waves [m/s]. */
export const c = Math.sqrt(g * stillDepth)

/** Length and height of the box [m]; it covers 20 columns. */
export const box = { length: 1, height: 0.3 }
/** Radius of the disc [m]. */
export const radius = 0.25

/** A body in section: its centre [m, from the left end and over the floor] and its size. */
export type BodyShape =
  | { shape: 'box'; x: number; y: number; length: number; height: number; angle: number }
  | { shape: 'disc'; x: number; y: number; radius: number }

/** A channel with a body. Volumes and forces are those of one metre of crest. */
export interface Tank {
  step(): void
  /** Height of each column over the floor [m]; of a displaced column with the part that the body covers. */
  heights(): Float64Array
  /** Virtual height on top of each column, as it is applied [m]; 0 where there is none. */
  heads(): Float64Array
  /** Whether the body covers a column. */
  covered(): boolean[]
  body(): BodyShape
  /** Water in the channel [m²]. */
  volume(): number
  /** Force of the water on the body in the last step [N/m]. */
  lift(): number
  /** Residual of the last solve after each iteration; empty where nothing is solved. */
  residuals(): readonly number[]
  /** Moves a held body to another depth of its lower side [m]; false if the tank has to start anew. */
  hold?(depth: number): boolean
  dispose?(): void
}

/** Lower side of a body over the floor [m]. */
export function lowerSide(body: BodyShape): number {
  return body.y - (body.shape === 'box' ? body.height / 2 : body.radius)
}

/** Area of an upright body below a level [m²], given the depth of its lower side there [m]. */
export function areaBelow(body: BodyShape, depth: number): number {
  if (body.shape === 'box') return body.length * Math.min(Math.max(depth, 0), body.height)
  const d = Math.min(Math.max(depth, 0), 2 * body.radius)
  const r = body.radius
  return r * r * Math.acos(1 - d / r) - (r - d) * Math.sqrt(Math.max(0, d * (2 * r - d)))
}

/** Draught of a floating body by Archimedes [m]; its full height if it is denser than water. */
export function archimedesDraught(body: BodyShape, density: number): number {
  const most = body.shape === 'box' ? body.height : 2 * body.radius
  const wanted = density * areaBelow(body, most)
  let [low, high] = [0, most]
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2
    if (areaBelow(body, middle) < wanted) low = middle
    else high = middle
  }
  return high
}

/** Middle of column i [m]. */
export const middleOf = (i: number): number => (i + 0.5) * dx

export const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)
