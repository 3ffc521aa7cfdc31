import type { ComponentChildren } from 'preact'
import type { Scene } from 'seiche'
import type { Playground } from '../../playground.js'
import { otherSolver, type SceneSetting, solversFor, solversOf } from '../../session/settings/scene-settings.js'
import { withValue } from '../../session/settings/settings.js'
import * as state from '../../session/state.js'
import { Choice, LogSlider } from '../controls.js'
import { formatNumber } from '../format.js'
import { SettingRow } from './setting-row.js'
import { firstTarget, type SettingsTarget } from './settings-target.js'

/** The settings of the scene, from the scene format itself. The usual ones are shown, all others are folded away. */
export function SceneSettings({ playground }: { playground: Playground }) {
  const target = firstTarget(playground.session)
  const { info } = target
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
      <TargetSettings target={target}>{!info.fluid && <HeightScale />}</TargetSettings>
      <p class="note">{settingsNote()}</p>
    </section>
  )
}

/** The settings of a simulation. `children`: controls after the usual ones. */
export function TargetSettings({ target, children }: { target: SettingsTarget; children?: ComponentChildren }) {
  const { settings, prefix } = target
  return (
    <>
      <Solver target={target} />
      <Rows settings={settings.filter(({ isMain }) => isMain)} target={target} />
      {children}
      <details class="more" data-testid={`${prefix}more-settings`}>
        <summary>All settings</summary>
        {groupsOf(settings.filter(({ isMain }) => !isMain)).map(([group, members]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            <Rows settings={members} target={target} />
          </fieldset>
        ))}
      </details>
    </>
  )
}

/** Waves that are a function of time go on with other settings; other water would have another history. */
function settingsNote(): string {
  return state.readOnlyReason.value !== undefined && !state.info.value?.hasBodies
    ? 'Changes act at once.'
    : 'A change restarts the scene. Your events are kept and repeated at their times.'
}

function Rows({ settings, target }: { settings: readonly SceneSetting[]; target: SettingsTarget }) {
  return (
    <>
      {settings.map((setting) => (
        <SettingRow
          key={setting.path}
          setting={setting}
          baseName={target.baseName}
          prefix={target.prefix}
          onChange={(value) => void target.changeValue(setting.path, value)}
        />
      ))}
    </>
  )
}

/** The choice of a solver, among those that can run the water of the scene. */
function Solver({ target }: { target: SettingsTarget }) {
  const { info, base: file, changed, prefix } = target
  const schema = state.schema.value
  if (!info || !schema) return null
  const all = solversOf(schema)
  const { type } = info.scene.solver
  // As the file has it: another solver may have added a bed, and may have no depth.
  const scene = {
    ...info.scene,
    terrain: file.terrain,
    solver: { ...file.solver, ...info.scene.solver } as Scene['solver'],
  }
  return (
    <Choice
      label="Solver"
      testId={`${prefix}solver`}
      value={type as string}
      options={solversFor(all, scene).map(({ type }) => ({ value: type, text: type }))}
      note={all.find((solver) => solver.type === type)?.help}
      onChange={(chosen) => {
        const solver = all.find((candidate) => candidate.type === chosen)
        const plain = withValue(withValue(changed, 'solver', undefined), 'terrain', undefined)
        const other = chosen === file.solver?.type || !solver ? {} : otherSolver(solver, scene)
        void target.change({ values: { ...plain.values, ...other } })
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
