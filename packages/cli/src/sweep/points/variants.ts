// The scenes of a sweep: the base scene with the values of a point.

import { resolve } from 'node:path'
import { type ParsedScene, readScene, type Scene, SceneError } from 'seiche'
import { parse } from '../../scene/scene.js'
import { readSceneFile } from '../../scene/scene-file.js'
import { badInput } from '../../terminal/failure.js'
import { type Axis, valueFor } from './axes.js'
import { InputFiles } from '../file/input-files.js'
import { formatPoint, type Point } from './points.js'
import { runName } from './run-name.js'
import { formatPath, parsePath, setAt } from '../file/scene-path.js'
import type { SweepFile } from '../file/sweep-file.js'

/** A scene of a sweep. */
export interface Variant {
  /** Name of the run. */
  name: string
  point: Point
  scene: Scene
}

/** Makes the scenes of a sweep. */
export class Variants {
  readonly files: InputFiles
  /** The base scene with all defaults. */
  readonly base: Scene
  readonly #file: SweepFile
  readonly #axes: readonly Axis[]
  /** The base scene as written. */
  readonly #written: object

  private constructor(file: SweepFile, axes: readonly Axis[], written: object, base: Scene, files: InputFiles) {
    this.#file = file
    this.#axes = axes
    this.#written = written
    this.base = base
    this.files = files
  }

  static async open(file: SweepFile, axes: readonly Axis[]): Promise<Variants> {
    const { scene } = file.spec
    if (typeof scene !== 'string') {
      const { scene: base } = checkInline(file, scene)
      return new Variants(file, axes, scene, base, new InputFiles(file.folder))
    }
    const path = resolve(file.folder, scene)
    const sceneFile = await readSceneFile(path)
    const { scene: base } = parse({ ...sceneFile, name: scene })
    return new Variants(file, axes, JSON.parse(sceneFile.text) as object, base, new InputFiles(resolve(path, '..')))
  }

  /** Throws a `Failure` for a point at which the scene is not valid. */
  async at(point: Point): Promise<Variant> {
    const scene = structuredClone(this.#written)
    for (const [k, { name, moves }] of this.#axes.entries())
      for (const [n, { path, times, plus }] of moves.entries()) {
        const value = valueFor(point[name], n, moves.length)
        const moved = times === 1 && plus === 0 ? value : (value as number) * times + plus
        const message = setAt(scene, this.base, path, structuredClone(moved))
        if (message) throw this.#file.mistake(this.#placeOf(k, n), `${formatPath(path)}: ${message}`)
      }
    const { scene: complete } = this.#check(scene, point)
    const renamed = await this.files.renamed(complete)
    return { name: runName(renamed), point, scene: renamed }
  }

  #check(scene: object, point: Point): ParsedScene {
    try {
      return readScene(scene)
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      // An error at a path that an axis moves is an error of the sweep file.
      for (const [k, { moves }] of this.#axes.entries())
        for (const [n, { path }] of moves.entries()) {
          const issue = error.issues.find((one) => touches(one.path, formatPath(path)))
          if (issue)
            throw this.#file.mistake(this.#placeOf(k, n), `at ${formatPoint(point)}: ${issue.path}: ${issue.message}`)
        }
      const reasons = error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      throw badInput(`${this.#file.name}: at ${formatPoint(point)} the scene is not valid: ${reasons.join('; ')}`, {
        cause: error,
        issues: error.issues,
      })
    }
  }

  #placeOf(axis: number, move: number) {
    return this.#file.spec.axes[axis]!.path === undefined ? ['axes', axis, 'paths', move] : ['axes', axis, 'path']
  }
}

/** Whether one path is a part of the other. */
function touches(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short !== '' && long.startsWith(short) && /^$|^[.[]/.test(long.slice(short.length))
}

function checkInline(file: SweepFile, scene: object): ParsedScene {
  try {
    return readScene(scene)
  } catch (error) {
    if (!(error instanceof SceneError)) throw error
    const [issue] = error.issues
    throw file.mistake(['scene', ...(parsePath(issue?.path ?? '') ?? [])], issue?.message ?? error.message)
  }
}
