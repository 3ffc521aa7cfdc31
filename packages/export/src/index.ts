// The entry `@seiche/export`: simulations and recordings as files of other programs.

export { type BodyPiece, type BodyPieceShape, type BodyShape, describeBodies } from './body-shapes.js'
export { exr } from './exr/exr.js'
export { type ExrChannel, type ExrPicture, type ExrValue, writeExr } from './exr/open-exr.js'
export {
  type Format,
  type FormatOptions,
  FormatUnavailable,
  type FrameWriter,
  type OutputFolder,
  type ValueRange,
} from './format.js'
export { formatNamed, formats } from './formats.js'
export { type BodyPose, type Frame, frameOf } from './frame.js'
export { frameFile } from './frame-file.js'
export { gltf } from './gltf/gltf.js'
export { writePly } from './meshes/ply.js'
export { glb, type MeshFormatName, meshSequence, obj, ply } from './meshes/sequences.js'
export type { Light } from './pictures/relief-picture.js'
export { bodyShapesName, formatBodyShapes } from './recording/body-shapes-file.js'
export {
  type Execution,
  type FieldEntry,
  type FormatEntry,
  type FrameEntry,
  formatManifest,
  type InputFile,
  type Manifest,
  manifestName,
  manifestVersion,
  readManifest,
  type TableEntry,
} from './recording/manifest.js'
export { type RecordedFiles, Recording, type RecordingOptions } from './recording/recording.js'
export {
  type ColumnInfo,
  describeField,
  type FieldInfo,
  type FrameTime,
  type RecordedSimulation,
  type RunInfo,
  type Table,
} from './run-info.js'
export { type Region, type SelectedField, type Selection, selectField, selectGrid } from './selection.js'
export { type VdbGrid, writeVdb } from './vdb/open-vdb.js'
export { vdb } from './vdb/vdb.js'
export {
  type FormatRequest,
  type FrameSource,
  type WriteFormatsOptions,
  type WrittenFormats,
  writeFormats,
} from './write-formats.js'
