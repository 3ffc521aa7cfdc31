import type { Scene } from 'seiche'
import type { Comparison } from '../../compare/comparison.js'
import type { Session } from '../../session/session.js'
import type { SceneSetting } from '../../session/settings/scene-settings.js'
import type { Json } from '../../session/settings/schema-node.js'
import type { Settings } from '../../session/settings/settings.js'
import * as state from '../../session/state.js'
import type { SimulationInfo } from '../../worker/protocol.js'

/** A simulation whose settings are shown and changed. */
export interface SettingsTarget {
  readonly info: SimulationInfo | undefined
  readonly settings: readonly SceneSetting[]
  /** The scene with the initial values, and a name for these. */
  readonly base: Partial<Scene>
  readonly baseName: string
  /** The settings that differ from it. */
  readonly changed: Settings
  /** Text before the names of its controls in test ids. */
  readonly prefix: string
  change(changes: Settings): Promise<void>
  /** Changes a value; undefined goes back to the initial one. */
  changeValue(path: string, value: Json | undefined): Promise<void>
}

/** The simulation of the page. Its initial values are those of the scene file. */
export function firstTarget(session: Session): SettingsTarget {
  return {
    info: state.info.value,
    settings: state.sceneSettings.value,
    base: JSON.parse(state.scene.value.text) as Partial<Scene>,
    baseName: 'Scene value',
    changed: state.settings.value,
    prefix: '',
    change: (changes) => session.change(changes),
    changeValue: (path, value) => session.changeValue(path, value),
  }
}

/** The terrain of the scene file: another solver may have added a bed to the scene that runs. */
function terrainOfFile(): Partial<Scene> {
  return { terrain: (JSON.parse(state.scene.value.text) as Partial<Scene>).terrain }
}

/** The second simulation of a comparison. Its initial values are those of the first. */
export function secondTarget(comparison: Comparison): SettingsTarget {
  return {
    info: comparison.state.info.value,
    settings: comparison.state.sceneSettings.value,
    base: { ...state.info.value?.scene, ...terrainOfFile() },
    baseName: 'Value of A',
    changed: comparison.changes.value,
    prefix: 'b-',
    change: (changes) => comparison.change({ ...comparison.changes.value, ...changes }),
    changeValue: (path, value) => comparison.changeValue(path, value),
  }
}
