import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Playground } from '../playground.js'
import { firstWater } from '../session/first-water.js'
import { info, largeScene, problem } from '../session/state.js'

type Part = FunctionComponent<{ playground: Playground }>

interface LaterProps {
  playground: Playground
  /** Whether the part is needed now. Once loaded, it stays. */
  when: boolean
  load(): Promise<Part>
}

/** A part of the page whose code is loaded when it is first needed. */
export function Later({ playground, when, load }: LaterProps) {
  const [part, setPart] = useState<{ Loaded: Part } | undefined>(undefined)
  useEffect(() => {
    if (!when || part) return
    load().then(
      (Loaded) => setPart({ Loaded }),
      () => (problem.value = 'This part of the page could not be loaded. Check the connection, and try again.'),
    )
  }, [when])
  return part ? <part.Loaded playground={playground} /> : null
}

/** A part of the page that is loaded after the first water; or, if there is none, when the page has said why, or asks first. */
export function AfterWater({ playground, load }: Omit<LaterProps, 'when'>) {
  return (
    <Later
      playground={playground}
      when={[info, problem, largeScene].some(({ value }) => value !== undefined)}
      load={async () => {
        if (info.value !== undefined && problem.value === undefined) await firstWater
        return load()
      }}
    />
  )
}
