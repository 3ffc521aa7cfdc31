import type { ComponentChildren } from 'preact'
import type { Playground } from '../../playground.js'
import { type InstrumentName, unfold, unfolded } from '../../session/instruments.js'
import { info } from '../../session/state.js'
import { Balances } from './balances.js'
import { Dispersion } from './dispersion.js'
import { Passes } from './passes.js'
import { Probes } from './probes.js'
import { Section } from './section.js'

/** The instruments, folded away until someone asks for them. Those that are folded compute nothing. */
export function Instruments({ playground }: { playground: Playground }) {
  const open = info.value
  if (!open) return null
  const hasPlane = !open.fluid || open.fluid.cells[2] === 1
  return (
    <section class="instruments" aria-label="Instruments" data-testid="instruments">
      <h2>Instruments</h2>
      {hasPlane && (
        <Instrument name="probes" title="Probes">
          <Probes playground={playground} />
        </Instrument>
      )}
      {!open.fluid && (
        <Instrument name="section" title="Section">
          <Section playground={playground} />
        </Instrument>
      )}
      {!open.fluid && (
        <Instrument name="dispersion" title="Dispersion">
          <Dispersion />
        </Instrument>
      )}
      <Instrument name="balances" title="Balances">
        <Balances />
      </Instrument>
      <Instrument name="passes" title="Time per step">
        <Passes />
      </Instrument>
    </section>
  )
}

interface InstrumentProps {
  name: InstrumentName
  title: string
  children: ComponentChildren
}

function Instrument({ name, title, children }: InstrumentProps) {
  const isOpen = unfolded.value.has(name)
  return (
    <details
      open={isOpen}
      data-testid={`instrument-${name}`}
      onToggle={(event) => unfold(name, event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && <div class="instrument">{children}</div>}
    </details>
  )
}
