// The meshes of a frame: the surface of the water, or of a fluid the isosurfaces of its dyes.

import { Isosurface, type TriangleMesh } from 'seiche'
import type { Frame } from '../frame.js'
import type { RunInfo } from '../run-info.js'
import { dryDepth, SURFACE_FIELDS, surfaceOf } from '../surface/surface-fields.js'
import { type SurfaceLayout, surfaceLayout } from '../surface/surface-layout.js'
import { surfaceMesh, surfaceTopology, waterIn } from '../surface/surface-mesh.js'

/** Amount of dye on the surface of a fluid, unless another level is asked for. */
export const DYE_LEVEL = 0.5

/** A mesh of a frame. */
export interface FrameMesh {
  /** `surface`, or the name of the dye. */
  readonly name: string
  readonly mesh: TriangleMesh
  /** Further values at the vertices. */
  readonly values: Readonly<Record<string, Float32Array>>
}

/** The meshes of a frame. Their arrays may be overwritten by the next frame. */
export type MeshesOf = (frame: Frame) => Promise<FrameMesh[]>

/** Fields that the mesh of a surface is made from. */
const MESH_FIELDS = SURFACE_FIELDS.filter((name) => !['phi', 'qx', 'qz'].includes(name))

/**
 * The fields that meshes are made from.
 *
 * @param run The run.
 * @param available Names of its fields.
 * @param asked Fields that were asked for: the dyes of a fluid.
 * @returns Names of fields.
 * @throws Error for a fluid without a dye, and for one in 2-D.
 */
export function meshFields(
  { scene, kind, grid }: Pick<RunInfo, 'scene' | 'kind' | 'grid'>,
  available: readonly string[],
  asked: readonly string[],
): string[] {
  if (kind === 'surface') return MESH_FIELDS.filter((name) => available.includes(name))
  const dyes = available.filter((name) => name in (scene.fluid?.dyes ?? {}))
  if (dyes.length === 0) throw new Error('the mesh of a fluid is the surface of a dye, and this scene has no dye')
  if (grid.nz === 1) throw new Error('a mesh needs a fluid in a volume, and this one is in 2-D; write it as exr')
  const chosen = dyes.filter((name) => asked.includes(name))
  return chosen.length > 0 ? chosen : dyes
}

/**
 * Makes meshes of frames.
 *
 * @param run The run.
 * @param fields Fields of the frames, from {@link meshFields}.
 * @param level Amount of dye on the surface of a fluid.
 * @returns A function of the frame.
 */
export function meshesOf(run: RunInfo, fields: readonly string[], level: number): MeshesOf {
  if (run.kind === 'fluid') return dyeSurfaces(run, fields, level)
  const layout = layoutOf(run)
  const dry = dryDepth(run)
  return async (frame) => {
    const state = await surfaceOf(run, layout, frame)
    const mesh = surfaceMesh(surfaceTopology(layout, waterIn(state, dry)), state)
    const { foam } = state
    const values: Record<string, Float32Array> = foam
      ? { foam: Float32Array.from(mesh.cells, (cell) => foam[cell]!) }
      : {}
    return [{ name: 'surface', mesh, values }]
  }
}

/** Where the values of the surface lie. */
export function layoutOf(run: RunInfo): SurfaceLayout {
  const { eta } = run.fields
  if (!eta) throw new Error('the mesh of a surface needs the field "eta"')
  return surfaceLayout(run, eta)
}

function dyeSurfaces(run: RunInfo, fields: readonly string[], level: number): MeshesOf {
  const surfaces = new Map(fields.map((name) => [name, new Isosurface()]))
  return async (frame) => {
    const meshes: FrameMesh[] = []
    for (const [name, surface] of surfaces) {
      const { shape, origin, cellSize } = run.fields[name]!
      const corner = (first: number | undefined) => (first ?? 0) - cellSize / 2
      surface.update(
        {
          values: await frame.values(name),
          cells: [shape[2]!, shape[1]!, shape[0]!],
          cellSize,
          origin: [corner(origin.x), corner(origin.y), corner(origin.z)],
        },
        level,
      )
      meshes.push({ name, mesh: surface, values: {} })
    }
    return meshes
  }
}
