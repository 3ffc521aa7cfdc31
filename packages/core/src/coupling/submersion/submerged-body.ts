import { zeroMoments } from '../../numerics/moments.js'
import { LocalLevel } from './local-level.js'

/** Heave of a body with a waterplane, in dispersive water (heave.ts). All 0 in other water, and without a waterplane. */
export class HeaveState {
  /** Added mass over ρ × area of the waterplane [m]. */
  added = 0
  /** Length T of the kernel [m]. */
  draught = 0
  /** The waterplane: its area [cells], its centre from the centre of mass [m], and the part of the displaced volume below it [1]. */
  area = 0
  x = 0
  z = 0
  pierced = 0
  /** Rise of the level through the draught for a unit height of the waterplane that is raised [1]. */
  feedback = 0
  /** `WaterCoupling.lead`. */
  lead = 0
  /** Height of the waterplane that was raised through the draught and that `Displaced` does not know yet [m]. */
  raised = 0
  /** The undisturbed level at the moment at which its pressure acts. It stays when all else is cleared. */
  readonly level = new LocalLevel()

  clear(): void {
    this.added = this.draught = this.area = this.x = this.z = this.pierced = 0
    this.feedback = this.lead = this.raised = 0
  }
}

/**
 * One body in the water: the levels at the body, and sums over its submerged columns. Positions are relative to the body's centre of
 * mass. Written by `Submersion`, read by everything else.
 */
export class SubmergedBody {
  /** Columns of the body: from `first` to before `end`. */
  first = 0
  end = 0

  /**
   * Offset from the centroid of the columns, taken at the centres of their cells, to the centroid of the body [m]. Without it the
   * buoyancy of a body of few cells would miss the body's centre, and a floating ball would turn for ever.
   */
  offsetX = 0
  offsetZ = 0
  /** Whether all of the body is over the grid. */
  isInsideGrid = true

  /** The level of the water around the body, and its rate of change [m/s]. */
  readonly undisturbed = new LocalLevel()
  undisturbedRate = 0
  /** The level in the body's own columns. */
  readonly local = new LocalLevel()
  /** The level that determines buoyancy, between the undisturbed and the local level. */
  readonly buoyancyLevel = new LocalLevel()

  readonly heave = new HeaveState()

  /** Volume of the body below the undisturbed level [m³]. */
  displaced = 0
  /** Submerged volume in the last exchange [m³]. */
  previousVolume = 0
  /**
   * Change of the submerged volume since the last exchange [m³], which counts a second time in buoyancy and pressure. Water that heaves
   * against a body thereby loses energy. Without this loss, steps of finite length would slowly amplify the waves of a closed basin.
   */
  dampingVolume = 0

  /** Whether any of the body's columns holds water, now and in the last exchange. */
  isOverWater = false
  wasOverWater = false

  /** Submerged volume [m³], submerged area seen from above [m²], and the part of that area where the body reaches through the surface [m²]: moments. */
  readonly volume = zeroMoments()
  readonly area = zeroMoments()
  readonly waterplane = zeroMoments()

  /** Radius of the disc over which drag presses on the water [m]. */
  pressingRadius = 0

  /** Mean velocity of the water over the submerged volume [m/s]. */
  flowX = 0
  flowZ = 0
}
