import { waterOptics } from '@seiche/three'
import { Color, Vector3 } from 'three/webgpu'
import { type Palette, paletteFor } from '../../shared/palette.js'
import { waterKind } from '../../shared/surface/water-kind.js'

/** The palette of every stage, with the colors of sand and clouds. */
export interface SeaPalette extends Palette {
  sandColor: Color
  cloudColor: Color
}

/** Afternoon: the sun stands low enough for its glitter to reach the eye. */
const afternoon: SeaPalette = {
  ...paletteFor(false),
  sunDirection: towards(-9, 12),
  sunColor: new Color(0xfff0d6),
  zenithColor: new Color(0x1f5ba6),
  horizonColor: new Color(0xbdd3e2),
  groundColor: new Color(0x9fb4c0),
  ...waterKind('ocean', false),
  sandColor: new Color(0xdcc59b),
  cloudColor: new Color(0xc9d3de),
}

/** Dusk, for the dark theme. */
const dusk: SeaPalette = {
  ...paletteFor(true),
  sunDirection: towards(-9, 5),
  sunColor: new Color(0xffb482),
  zenithColor: new Color(0x142650),
  horizonColor: new Color(0xa98a8e),
  groundColor: new Color(0x5a5560),
  ...waterKind('ocean', true),
  sandColor: new Color(0xb3a596),
  cloudColor: new Color(0xc98d88),
  sunStrength: 0.45,
  skyStrength: 0.85,
}

/** A storm mixes air and plankton into the upper water, which is greener and brighter than that of a calm ocean. */
const stirred = waterOptics({ organic: 0.08, turbidity: 0.5 }).look

/** Colors of a full storm, to mix with those of fair weather. */
const storm = {
  sunColor: new Color(0xd8d6cc),
  zenithColor: new Color(0x55677a),
  horizonColor: new Color(0xb9c4c9),
  waterColor: stirred.waterColor,
  crestColor: stirred.crestColor,
  cloudColor: new Color(0x8f9aa3),
}

export interface Weather {
  /** From 0 for fair weather to 1 for a storm. */
  storminess: number
  /** Direction of the line of sight, from x towards z [rad]. */
  heading: number
  /** Whether the view is on a beach: sand looks better under a higher sun than water. */
  onBeach: boolean
}

/** Light and colors at sea. */
export function seaPaletteFor(dark: boolean, weather: Weather): SeaPalette {
  const { storminess, heading, onBeach } = weather
  const fair = dark
    ? dusk
    : onBeach
      ? { ...afternoon, ...waterKind('lagoon', false), sunDirection: towards(-38, 33) }
      : afternoon
  const share = storminess * (dark ? 0.45 : 0.8)
  const mixed = Object.entries(storm).map(([name, color]) => [
    name,
    fair[name as keyof typeof storm].clone().lerp(color, share),
  ])
  const sunDirection = fair.sunDirection.clone().applyAxisAngle(new Vector3(0, 1, 0), -heading)
  return { ...fair, ...(Object.fromEntries(mixed) as typeof storm), sunDirection }
}

/** A direction by its azimuth from the line of sight, from x towards z, and its height over the horizon [degrees]. */
function towards(azimuth: number, height: number): Vector3 {
  const [a, h] = [(azimuth * Math.PI) / 180, (height * Math.PI) / 180]
  return new Vector3(Math.cos(a) * Math.cos(h), Math.sin(h), Math.sin(a) * Math.cos(h))
}
