// The present scene in other programs: code to copy.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { sceneFiles } from '../../session/scenes/scenes.js'
import { codeOpen, display, heightScale, info } from '../../session/state.js'
import { saveScene, sceneStem } from './save-file.js'
import { commandsOf, dataFilesOf, packagesOf, threeCode } from './scene-code.js'

export function UseInCode() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = codeOpen.value
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = () => {
    codeOpen.value = false
  }
  return (
    <dialog ref={dialog} class="use-in-code" aria-labelledby="code-title" onClose={close} data-testid="use-in-code">
      {isOpen && <Content onClose={close} />}
    </dialog>
  )
}

function Content({ onClose }: { onClose(): void }) {
  const open = info.value
  if (!open) return null
  const stem = sceneStem()
  const files = dataFilesOf(open.scene)
  return (
    <>
      <header>
        <h2 id="code-title">Use this in your code</h2>
        <button type="button" onClick={onClose} data-testid="code-close">
          Close
        </button>
      </header>
      <p>
        Both ways read the scene with your settings from a file:{' '}
        <button type="button" data-testid="code-save" onClick={saveScene}>
          Save {stem}.json
        </button>
      </p>
      {files.length > 0 && (
        <p>
          The scene reads{' '}
          {files.map((name, index) => (
            <>
              {index > 0 && ', '}
              {sceneFiles[name] ? (
                <a href={sceneFiles[name]} download={name}>
                  {name}
                </a>
              ) : (
                <code>{name}</code>
              )}
            </>
          ))}
          . Save {files.length === 1 ? 'it' : 'them'} beside the scene.
        </p>
      )}
      <Code
        title="In a page with three.js"
        testId="three"
        text={threeCode({ info: open, stem, heightScale: heightScale.value, display: display.value })}
      >
        Add the packages with <code>npm install {packagesOf(open).join(' ')}</code>, and serve the scene file with your
        page.
      </Code>
      <Code title="On the command line" testId="commands" text={commandsOf(stem)}>
        Runs the scene in Node, writes its fields as <code>.npy</code> files, and shows them in the browser.
      </Code>
    </>
  )
}

interface CodeProps {
  title: string
  text: string
  testId: string
  /** Words before the code. */
  children: ComponentChildren
}

/** Code with a button that copies it. */
function Code({ title, text, testId, children }: CodeProps) {
  const [outcome, setOutcome] = useState('')
  const code = useRef<HTMLPreElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied.')
    } catch {
      // The person copies the selection by hand.
      if (code.current) window.getSelection()?.selectAllChildren(code.current)
      setOutcome('Selected: this browser does not let the page copy.')
    }
  }
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>{children}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard, too */}
      <pre ref={code} tabIndex={0} data-testid={`code-${testId}`}>
        <code>{text}</code>
      </pre>
      <p class="copy">
        <button type="button" data-testid={`copy-${testId}`} onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{outcome}</span>
      </p>
    </section>
  )
}
