import type { Scene } from 'seiche'
import type { Playground } from '../../playground.js'
import { otherSolver, type SceneSetting, solversFor, solversOf } from '../../session/scene-settings.js'
import { withValue } from '../../session/settings.js'
import * as state from '../../session/state.js'
import { Choice, LogSlider } from '../controls.js'
import { formatNumber } from '../format.js'
import { SettingRow } from './setting-row.js'

/** The settings of the scene, from the scene format itself. The usual ones are shown, all others are folded away. */
export function SceneSettings({ playground }: { playground: Playground }) {
  const info = state.info.value
  const settings = state.sceneSettings.value
  if (!info) return null
  const isChanged = Object.keys(state.settings.value.values ?? {}).length > 0
  return (
    <section aria-label="Settings" data-testid="settings">
      <h2>
        Settings
        {isChanged && (
          <button type="button" data-testid="reset-all" onClick={() => void playground.session.resetValues()}>
            Reset all
          </button>
        )}
      </h2>
      <Solver playground={playground} />
      <Rows settings={settings.filter(({ isMain }) => isMain)} playground={playground} />
      {!info.fluid && <HeightScale />}
      <details class="more" data-testid="more-settings">
        <summary>All settings</summary>
        {groupsOf(settings.filter(({ isMain }) => !isMain)).map(([group, members]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            <Rows settings={members} playground={playground} />
          </fieldset>
        ))}
      </details>
      <p class="note">{settingsNote()}</p>
    </section>
  )
}

/** Waves that are a function of time go on with other settings; other water would have another history. */
function settingsNote(): string {
  return state.readOnlyReason.value !== undefined && !state.info.value?.hasBodies
    ? 'Changes act at once.'
    : 'A change restarts the scene. Your events are kept and repeated at their times.'
}

function Rows({ settings, playground }: { settings: readonly SceneSetting[]; playground: Playground }) {
  return (
    <>
      {settings.map((setting) => (
        <SettingRow
          key={setting.path}
          setting={setting}
          onChange={(value) => void playground.session.changeValue(setting.path, value)}
        />
      ))}
    </>
  )
}

/** The choice of a solver, among those that can run the water of the scene. */
function Solver({ playground }: { playground: Playground }) {
  const [info, schema] = [state.info.value, state.schema.value]
  if (!info || !schema) return null
  const all = solversOf(schema)
  const { type } = info.scene.solver
  const file = JSON.parse(state.scene.value.text) as Partial<Scene>
  // As the file has it: another solver may have added a bed, and may have no depth.
  const scene = {
    ...info.scene,
    terrain: file.terrain,
    solver: { ...file.solver, ...info.scene.solver } as Scene['solver'],
  }
  return (
    <Choice
      label="Solver"
      testId="solver"
      value={type as string}
      options={solversFor(all, scene).map(({ type }) => ({ value: type, text: type }))}
      note={all.find((solver) => solver.type === type)?.help}
      onChange={(chosen) => {
        const solver = all.find((candidate) => candidate.type === chosen)
        const plain = withValue(withValue(state.settings.value, 'solver', undefined), 'terrain', undefined)
        const other = chosen === file.solver?.type || !solver ? {} : otherSolver(solver, scene)
        void playground.session.change({ values: { ...plain.values, ...other } })
      }}
    />
  )
}

function groupsOf(settings: readonly SceneSetting[]): [string, SceneSetting[]][] {
  const groups = new Map<string, SceneSetting[]>()
  for (const setting of settings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting])
  return [...groups]
}

function HeightScale() {
  return (
    <LogSlider
      label="Vertical exaggeration"
      testId="height-scale"
      value={state.heightScale.value}
      min={1}
      max={Math.max(30, 3 * state.fittingHeightScale.value)}
      digits={2}
      text={`× ${formatNumber(state.heightScale.value)}`}
      onInput={(value) => (state.chosenHeightScale.value = value)}
    />
  )
}
