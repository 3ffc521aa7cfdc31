// The entry `@seiche/export`: simulations and recordings as files of other programs.

export type { Format, FrameWriter, OutputFolder } from './format.js'
export { type BodyPose, type Frame, frameOf } from './frame.js'
export { netcdf } from './netcdf/netcdf.js'
export { parquet } from './parquet/parquet.js'
export {
  type ColumnInfo,
  describeField,
  type FieldInfo,
  type FrameTime,
  type RecordedSimulation,
  type RunInfo,
  type Table,
} from './run-info.js'
export { zarr } from './zarr.js'
