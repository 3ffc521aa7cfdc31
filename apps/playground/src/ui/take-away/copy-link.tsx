import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOfRun, isShortEnough } from '../../session/links/linked-run.js'
import { longestLink } from '../../session/links/run-link.js'
import type { Session } from '../../session/session.js'
import { openings, scene } from '../../session/state.js'
import { saveRun } from './save-file.js'

/** How copying went. */
type Outcome =
  | { kind: 'copied' | 'tooLong' | 'byHand'; address: string }
  | { kind: 'hasFiles'; files: readonly string[] }

/** Copies an address that opens this run. `children`: buttons beside its own. */
export function CopyLink({ session, children }: { session: Session; children?: ComponentChildren }) {
  const [last, setLast] = useState<{ opening: number; outcome: Outcome } | undefined>(undefined)
  const opening = openings.value
  // Words about one scene are wrong about the next.
  const outcome = last?.opening === opening ? last.outcome : undefined
  return (
    <>
      <p class="files">
        <button
          type="button"
          title="Copies an address that opens this scene with your settings and events, and repeats the run bit for bit"
          data-testid="copy-link"
          onClick={async () => setLast({ opening, outcome: await copy(session) })}
        >
          Copy link
        </button>
        {children}
      </p>
      <div role="status" data-testid="link-outcome">
        {outcome && <Words session={session} outcome={outcome} />}
      </div>
    </>
  )
}

async function copy(session: Session): Promise<Outcome> {
  const files = Object.keys(scene.value.files ?? {})
  if (files.length > 0) return { kind: 'hasFiles', files }
  const address = await addressOfRun(session)
  if (!isShortEnough(address)) return { kind: 'tooLong', address }
  try {
    await navigator.clipboard.writeText(address)
    return { kind: 'copied', address }
  } catch {
    // Browsers refuse it to pages without a certificate, and to those that were not clicked just now.
    return { kind: 'byHand', address }
  }
}

function Words({ session, outcome }: { session: Session; outcome: Outcome }) {
  if (outcome.kind === 'hasFiles')
    return (
      <SaveInstead session={session}>
        This scene reads {outcome.files.join(', ')} of your own, which a link cannot contain. Save the run and its files
        instead.
      </SaveInstead>
    )
  const { kind, address } = outcome
  const length = address.length.toLocaleString('en')
  if (kind === 'copied') return <p class="note">Link copied: {length} characters.</p>
  if (kind === 'byHand') return <ByHand address={address} />
  return (
    <SaveInstead session={session}>
      This run is too long for a link: {length} characters, and at most {longestLink.toLocaleString('en')} work
      everywhere. Save it as a file instead.
    </SaveInstead>
  )
}

function SaveInstead({ session, children }: { session: Session; children: ComponentChildren }) {
  return (
    <>
      <p class="note">{children}</p>
      <p class="files">
        <button type="button" data-testid="save-long-run" onClick={() => void saveRun(session)}>
          Save this run
        </button>
      </p>
    </>
  )
}

/** The address to copy by hand, all of it selected. */
function ByHand({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [address])
  return (
    <label class="by-hand">
      <span class="note">This browser does not let the page copy. Copy the link here:</span>
      <input ref={field} type="text" readOnly value={address} data-testid="link-by-hand" />
    </label>
  )
}
