import type { Ref } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Playground } from '../playground.js'
import { veilOf } from '../session/scenes/veil.js'
import {
  codeOpen,
  galleryOpen,
  helpOpen,
  incoming,
  info,
  isBare,
  largeScene,
  loading,
  problem,
  rejection,
  restartNotice,
  scene,
  stepCount,
  videoOpen,
} from '../session/state.js'
import { listenToKeys, returnFocus } from '../tools/keyboard.js'
import { useFreeArea } from './free-area.js'
import { Hint } from './hint.js'
import { AfterWater, Later } from './later.js'
import { NewVersion } from './new-version.js'
import { Panel } from './panel/panel.js'
import { Problem } from './problem.js'
import { HelmPad } from './toolbar/helm-pad.js'
import { Toolbar } from './toolbar/toolbar.js'
import { ReplayNotice } from './toolbar/undo-buttons.js'

export function App({ playground }: { playground: Playground }) {
  const stage = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const bar = useRef<HTMLElement>(null)
  useFreeArea(panel, bar, playground)

  useEffect(() => {
    const host = stage.current
    if (!host) return
    playground.start(host).catch((error: unknown) => {
      problem.value = error instanceof Error ? error.message : String(error)
      loading.value = false
    })
    const endings = [listenToKeys(playground), returnFocus(host)]
    return () => {
      for (const end of endings) end()
    }
  }, [playground])

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the water is operated by the keyboard, so it must be focusable */}
      <main class="stage" ref={stage} tabIndex={0} aria-describedby="stage-help" data-testid="stage">
        <p id="stage-help" class="unseen">
          {info.value?.fluid ? 'A fluid in a box' : info.value?.hasTerrain ? 'Water on terrain' : 'A pool of water'}.
          The arrow keys move a brush, Enter uses it, Space pauses, and the question mark lists all keys.
        </p>
      </main>
      <Veil />
      <Problem playground={playground} />
      {isBare ? <StepCount /> : <Interface playground={playground} panel={panel} bar={bar} />}
    </>
  )
}

interface InterfaceProps {
  playground: Playground
  panel: Ref<HTMLElement>
  bar: Ref<HTMLElement>
}

/** Everything over the water. */
function Interface({ playground, panel, bar }: InterfaceProps) {
  return (
    <>
      <Hint />
      <HelmPad playground={playground} />
      {restartNotice.value !== undefined && (
        <p class="rejection" role="status" data-testid="restart-notice">
          {restartNotice}
        </p>
      )}
      {rejection.value !== undefined && (
        <p class="rejection" role="status" data-testid="rejection">
          {rejection}
        </p>
      )}
      <ReplayNotice />
      <Later
        playground={playground}
        when={playground.comparison.value !== undefined}
        load={async () => (await import('./compare/compare-labels.js')).CompareLabels}
      />
      <NewVersion />
      <div class="dock">
        <Toolbar playground={playground} bar={bar} />
        <Panel playground={playground} panel={panel} />
      </div>
      <Later playground={playground} when={helpOpen.value} load={async () => (await import('./help.js')).Help} />
      <Later
        playground={playground}
        when={galleryOpen.value}
        load={async () => (await import('./gallery/gallery.js')).Gallery}
      />
      <Later
        playground={playground}
        when={codeOpen.value}
        load={async () => (await import('./take-away/use-in-code.js')).UseInCode}
      />
      <Later
        playground={playground}
        when={videoOpen.value}
        load={async () => (await import('./video/video.js')).Video}
      />
      <Later
        playground={playground}
        when={incoming.value !== undefined}
        load={async () => (await import('./files/file-dialog.js')).FileDialog}
      />
      <Later
        playground={playground}
        when={largeScene.value !== undefined}
        load={async () => (await import('./files/large-scene-dialog.js')).LargeSceneDialog}
      />
      <AfterWater playground={playground} load={async () => (await import('./files/drop-zone.js')).DropZone} />
    </>
  )
}

/** The number of steps for those who take pictures of bare water; nobody sees it. */
function StepCount() {
  return (
    <output class="unseen" data-testid="step-count">
      {stepCount}
    </output>
  )
}

/** The picture of the first scene, until its water is there. */
function Veil() {
  const picture = veilOf(scene.value.id)
  return (
    <div
      class="veil"
      data-shown={loading.value && !info.value}
      style={picture && { backgroundImage: `url(${picture})` }}
      aria-hidden="true"
    />
  )
}
