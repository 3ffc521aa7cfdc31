export {
  type AiryAnatomy,
  type AiryOrbit,
  type AiryWater,
  airyAnatomy,
  airyBreaksByMiche,
  airyBreaksBySlide,
  airyFrequency,
  airyGroupSpeed,
  airyOrbit,
  airyPhaseSpeed,
  airyProfile,
  airyWavelength,
  airyWavenumber,
} from './airy.js'
export {
  type Ball,
  type BallParameters,
  type BallTank,
  ballOverlap,
  ballsInWater,
  ballsStep,
  moveBalls,
} from './balls.js'
export { type Columns1D, type Columns2D, type ColumnsParameters, columns1D, columns2D } from './columns.js'
export { type ExplicitShallow1D, type ExplicitShallowParameters, explicitShallow1D } from './explicit-shallow.js'
export {
  type FluidBox,
  type FluidBoxParameters,
  type FluidGrid,
  fluidAddSource,
  fluidAdvect,
  fluidBox,
  fluidDensityStep,
  fluidDiffuseBad,
  fluidDiffuseGood,
  fluidDivergence,
  fluidGaussSeidel,
  fluidGrid,
  fluidProject,
  fluidSetBounds,
  fluidVelocityStep,
  type RimCell,
} from './fluid-box.js'
export { gaussSeidelExample, gaussSeidelSweep, gaussSeidelTable } from './gauss-seidel.js'
export { type Iwave, type IwaveParameters, iwaveStep, iwaveWeights, laplaceWeights } from './iwave.js'
export {
  type KassMiller1D,
  type KassMiller2D,
  type KassMillerParameters,
  type KassMillerRows,
  kassMiller1D,
  kassMiller2D,
  kassMillerDepth,
  kassMillerRows,
  thomas,
} from './kass-miller.js'
export { diffusionResidual, multigridCycle, multigridWork } from './multigrid.js'
export {
  forwardEulerFrequency,
  type Oscillator,
  type OscillatorParameters,
  oscillatorExplicitEuler,
  oscillatorExponential,
  oscillatorForwardEuler,
  oscillatorImplicitEuler,
  oscillatorLeapfrog,
  slideForwardEulerFrequency,
} from './oscillator.js'
export { ballUnderside, pushDown, pushDownStep } from './push-down.js'
export {
  type Edge,
  type ShallowWave1D,
  type ShallowWave2D,
  type ShallowWaveParameters,
  shallowWave1D,
  shallowWave2D,
  shallowWaveAlpha,
} from './shallow-wave.js'
export {
  type Sinusoid,
  type SinusoidNormal,
  type SinusoidSlope,
  sinusoidHeight,
  sinusoidNormal,
  sinusoidSlope,
} from './sinusoids.js'
export {
  boxDip,
  boxSpin,
  boxStep,
  type FloatingBox,
  floatingForce,
  maskedConjugateGradient,
  slideFloatingForce,
  type Vector,
  type VirtualHeight,
  type VirtualHeightParameters,
  virtualHeight1D,
  virtualHeight2D,
} from './virtual-height.js'
export { type VolumeLosing1D, type VolumeLosingParameters, volumeLosing1D } from './volume-losing.js'
