// The entry `@seiche/export`: simulations and recordings as files of other programs.

export { type BodyPiece, type BodyPieceShape, type BodyShape, describeBodies } from './body-shapes.js'
export { exr } from './exr/exr.js'
export { type ExrChannel, type ExrPicture, type ExrValue, writeExr } from './exr/open-exr.js'
export type { Format, FrameWriter, OutputFolder } from './format.js'
export { type BodyPose, type Frame, frameOf } from './frame.js'
export { writePly } from './meshes/ply.js'
export { glb, type MeshFormatName, meshSequence, obj, ply } from './meshes/sequences.js'
export { describeField, type FieldInfo, type FrameTime, type RecordedSimulation, type RunInfo } from './run-info.js'
