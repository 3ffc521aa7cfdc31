import { Color, Vector3 } from 'three/webgpu'
import { type WaterKind, waterKind } from './surface/water-kind.js'

/** Light and colors of a stage, for the light and the dark theme. */
export interface Palette extends WaterKind {
  sunDirection: Vector3
  sunColor: Color
  zenithColor: Color
  horizonColor: Color
  groundColor: Color
  /** Light of lamps inside the basin. */
  lampColor: Color
  tileColor: Color
  groutColor: Color
  stoneColor: Color
  obstacleColor: Color
  /** Strength of direct sunlight on a surface that faces it [1]. */
  sunStrength: number
  /** Strength of light from the whole sky [1]. */
  skyStrength: number
  /** Part of its color that skylight on surfaces has lost to eyes in the dark [1]. */
  colorless: number
  /** Factor on the light on earth, which is darker than the pale stone of a pool [1]. */
  earthStrength: number
}

/** Clear forenoon. */
const day: Palette = {
  sunDirection: new Vector3(-0.5, 0.68, -0.6).normalize(),
  sunColor: new Color(0xfff3e2),
  zenithColor: new Color(0x3f83c4),
  horizonColor: new Color(0xdfeaf0),
  groundColor: new Color(0xd9d6cf),
  lampColor: new Color(0x000000),
  ...waterKind('pool', false),
  tileColor: new Color(0x8fc6cf),
  groutColor: new Color(0xdfeaea),
  stoneColor: new Color(0xe2dedc),
  obstacleColor: new Color(0xe6c7a2),
  sunStrength: 0.95,
  skyStrength: 0.75,
  colorless: 0,
  earthStrength: 1.45,
}

/** Night: the basin is lit from within, a moon stands where the sun was. */
const night: Palette = {
  sunDirection: new Vector3(-0.42, 0.6, -0.68).normalize(),
  sunColor: new Color(0x9db4d6),
  zenithColor: new Color(0x070c18),
  horizonColor: new Color(0x1b2740),
  groundColor: new Color(0x0b0f18),
  lampColor: new Color(0x7fd8dc),
  ...waterKind('pool', true),
  tileColor: new Color(0x6fb3c0),
  groutColor: new Color(0xcfe3e4),
  stoneColor: new Color(0x6d7480),
  obstacleColor: new Color(0xf0c9b6),
  sunStrength: 0.22,
  skyStrength: 0.8,
  colorless: 0.6,
  earthStrength: 1.45,
}

export function paletteFor(dark: boolean): Palette {
  return dark ? night : day
}

/** Night over a garden: a full moon, and lamps in the pond. */
const moonlight: Palette = {
  ...night,
  sunColor: new Color(0xbfd0ec),
  zenithColor: new Color(0x16233f),
  horizonColor: new Color(0x3d4d6e),
  groundColor: new Color(0x1a2233),
  sunStrength: 0.42,
  skyStrength: 0.9,
  earthStrength: 2,
}

/** Dusk over open country, where no lamps are: the sun is low, and the sky still bright. */
const dusk: Palette = {
  ...night,
  sunDirection: new Vector3(-0.56, 0.19, -0.68).normalize(),
  sunColor: new Color(0xffb684),
  zenithColor: new Color(0x1c3160),
  horizonColor: new Color(0xb29396),
  groundColor: new Color(0x4c4852),
  lampColor: new Color(0x000000),
  ...waterKind('lagoon', true),
  sunStrength: 0.6,
  skyStrength: 0.8,
  colorless: 0.35,
  earthStrength: 1.6,
}

/** Clear forenoon over open country. */
const forenoon: Palette = { ...day, ...waterKind('lagoon', false) }

/** Light and colors over terrain. */
export function landPaletteFor(dark: boolean): Palette {
  return dark ? dusk : forenoon
}

/** Light and colors of a garden. */
export function gardenPaletteFor(dark: boolean): Palette {
  return dark ? moonlight : forenoon
}
