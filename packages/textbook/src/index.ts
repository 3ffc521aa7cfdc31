export { type Columns1D, type Columns2D, type ColumnsParameters, columns1D, columns2D } from './columns.js'
export {
  type Edge,
  type ShallowWave1D,
  type ShallowWave2D,
  type ShallowWaveParameters,
  shallowWave1D,
  shallowWave2D,
  shallowWaveAlpha,
} from './shallow-wave.js'
export { type VolumeLosing1D, type VolumeLosingParameters, volumeLosing1D } from './volume-losing.js'
