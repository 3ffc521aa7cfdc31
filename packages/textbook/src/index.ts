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
  slideAiryPhaseSpeed,
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
export { type CircularAmplitude, type CircularWave, circularHeight, circularSlope } from './circular-waves.js'
export { type Columns1D, type Columns2D, type ColumnsParameters, columns1D, columns2D } from './columns.js'
export { columnsAllAtOnce, columnsHeightsFirst, columnsInOneLoop } from './columns-order.js'
export {
  type DispersivePressure,
  type DispersiveWater1D,
  type DispersiveWaterParameters,
  dispersiveWater1D,
  oneLayer,
  TWO_LAYERS,
} from './dispersive-water.js'
export { type ExplicitShallow1D, type ExplicitShallowParameters, explicitShallow1D } from './explicit-shallow.js'
export { faceDepth1D, faceDepth2D } from './face-depth.js'
export {
  backwardDifference,
  centralDifference,
  forwardDifference,
  secondDifference,
  taylor,
} from './finite-differences.js'
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
export {
  type HigherOrderParameters,
  type HigherOrderRates,
  type HigherOrderWaves,
  higherOrderEnergy,
  higherOrderRates,
  higherOrderStep,
} from './higher-order-waves.js'
export {
  type Iwave,
  type IwaveParameters,
  iwaveStep,
  iwaveSymbol,
  iwaveWeight,
  iwaveWeights,
  laplaceWeights,
  verticalDerivative,
} from './iwave.js'
export { type IwaveVerlet, type IwaveVerletParameters, iwaveVerlet, iwaveVerletFromRest } from './iwave-verlet.js'
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
export { boxShape, circleShape, type MatteShape, openMatte, overlayMatte, polygonShape } from './matte.js'
export { diffusionResidual, multigridCycle, multigridWork } from './multigrid.js'
export {
  forwardEulerFrequency,
  type Oscillator,
  type OscillatorParameters,
  oscillatorEnergy,
  oscillatorExplicitEuler,
  oscillatorExponential,
  oscillatorForwardEuler,
  oscillatorImplicitEuler,
  oscillatorLeapfrog,
  slideForwardEulerFrequency,
  slideOscillatorEnergy,
} from './oscillator.js'
export { ballUnderside, pushDown, pushDownStep } from './push-down.js'
export {
  type SeaSpectrum,
  type SeaWind,
  seaDensity,
  seaPeak,
  seaSinusoids,
  seaVariance,
} from './sea-spectrum.js'
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
export { type StillWaterPixel, stillWater } from './still-water.js'
export { type ThomasStage, thomasStages } from './thomas-steps.js'
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
export {
  type VolumeLosing1D,
  type VolumeLosing2D,
  type VolumeLosingParameters,
  volumeLosing1D,
  volumeLosing2D,
} from './volume-losing.js'
