import { passTimes } from '../../session/instruments.js'
import { info, report } from '../../session/state.js'
import { formatMilliseconds } from '../format.js'

/** Most passes in the list; the others are summed up. */
const mostPasses = 12

/** Time of a step, its part of the time there is, and the kernels that it goes to. */
export function Passes() {
  const [open, now, passes] = [info.value, report.value, passTimes.value]
  if (!open) return null
  const perSecond = now?.pace === undefined ? undefined : now.pace / open.timeStep
  const share =
    perSecond === undefined || now?.stepDuration === undefined ? undefined : (perSecond * now.stepDuration) / 1000
  const listed = passes.slice(0, mostPasses)
  const others = passes.slice(mostPasses).reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const rows =
    others > 0 ? [...listed, { kernel: `${passes.length - mostPasses} others`, milliseconds: others }] : listed
  const longest = Math.max(...rows.map(({ milliseconds }) => milliseconds), 1e-9)
  return (
    <>
      <dl class="readouts">
        <div>
          <dt>Time per step</dt>
          <dd>{now?.stepDuration === undefined ? '–' : formatMilliseconds(now.stepDuration)}</dd>
        </div>
        <div>
          <dt>Part of the time</dt>
          <dd data-testid="step-share">
            {share === undefined ? '–' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`}
          </dd>
        </div>
      </dl>
      {rows.length === 0 ? (
        <p class="note">The kernels are listed after the next step. Prescribed waves that skip steps have few.</p>
      ) : (
        <ol class="passes" aria-label="Milliseconds per step" data-testid="pass-list" data-count={passes.length}>
          {rows.map(({ kernel, milliseconds }) => (
            <li key={kernel}>
              <code>{kernel}</code>
              <span>{formatMilliseconds(milliseconds)}</span>
              <span class="bar" style={{ width: `${(100 * milliseconds) / longest}%` }} />
            </li>
          ))}
        </ol>
      )}
      <p class="note">
        Kernels on {open.threads === 1 ? 'one thread' : `${open.threads} threads`}. While this list is open they run one
        by one, and steps take a little longer; the results are the same.
      </p>
    </>
  )
}
