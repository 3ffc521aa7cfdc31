import type { Ref } from 'preact'
import type { Playground } from '../../playground.js'
import * as state from '../../session/state.js'
import { AfterWater } from '../later.js'
import { Transport } from './transport.js'

/** All settings and measurements. A column at the right; a sheet at the bottom where the window is narrow. */
export function Panel({ playground, panel }: { playground: Playground; panel: Ref<HTMLElement> }) {
  const open = state.panelOpen.value
  return (
    <aside
      class="panel"
      ref={panel}
      data-open={open}
      aria-label="Controls"
      aria-busy={state.loading.value}
      data-openings={state.openings.value}
      data-testid="panel"
    >
      <header>
        <h1>Seiche</h1>
        <a class="to-lab" href="lab/" title="Lessons about waves and fluids, to try by hand">
          Lab
        </a>
        {!open && (
          <button
            type="button"
            class="present-scene"
            title="All scenes"
            data-testid="present-scene"
            onClick={() => (state.galleryOpen.value = true)}
          >
            {state.scene.value.title}
          </button>
        )}
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-controls="panel-body"
          data-testid="fold"
          onClick={() => (state.panelOpen.value = !open)}
        >
          {open ? 'Less' : 'More'}
        </button>
      </header>
      <Transport playground={playground} />
      <div class="body" id="panel-body" hidden={!open}>
        <AfterWater playground={playground} load={async () => (await import('./panel-body.js')).PanelBody} />
      </div>
    </aside>
  )
}
