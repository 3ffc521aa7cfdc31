import type { Playground } from '../../playground.js'
import * as state from '../../session/state.js'
import { toolKeys } from '../../tools/keyboard.js'
import type { MeasuringTool, Tool } from '../../tools/tools.js'
import { ToolIcon } from '../toolbar/tool-icons.js'

interface MeasuringButtonProps {
  tool: MeasuringTool
  children: string
  playground: Playground
}

/** The tool that was chosen before one that measures. */
let before: Tool | undefined

/** Takes a tool that measures into the hand; pressed again, the tool from before. */
export function MeasuringButton({ tool, children, playground }: MeasuringButtonProps) {
  const isChosen = state.tool.value === tool
  const choose = (): void => {
    if (isChosen) state.chosenTool.value = before
    else {
      before = state.chosenTool.value
      playground.tools.chooseTool(tool)
      // On a phone the panel covers the water.
      if (window.innerWidth <= 640) state.panelOpen.value = false
    }
  }
  return (
    <button
      type="button"
      class="measuring"
      aria-pressed={isChosen}
      aria-keyshortcuts={toolKeys[tool]}
      data-testid={`tool-${tool}`}
      onClick={choose}
    >
      <ToolIcon name={tool} />
      {children}
    </button>
  )
}
