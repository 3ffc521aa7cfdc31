// Takes files that are dropped anywhere on the page, and says meanwhile what may be dropped.

import { useEffect, useState } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { openFiles } from './load-files.js'

export function DropZone({ playground }: { playground: Playground }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // Entering a child comes before leaving its parent.
    let entered = 0
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      entered++
      setOver(true)
    }
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const leave = (event: DragEvent): void => {
      if (hasFiles(event) && --entered <= 0) end()
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      end()
      void openFiles(playground, Array.from(event.dataTransfer?.files ?? []))
    }
    const end = (): void => {
      entered = 0
      setOver(false)
    }
    const listeners = { dragenter: enter, dragover: over, dragleave: leave, drop } as const
    for (const [type, listen] of Object.entries(listeners)) window.addEventListener(type, listen as EventListener)
    return () => {
      for (const [type, listen] of Object.entries(listeners)) window.removeEventListener(type, listen as EventListener)
    }
  }, [playground])
  if (!isOver) return null
  return (
    <div class="drop-zone" role="status" data-testid="drop-zone">
      <div>
        <strong>Drop to open</strong>
        <dl>
          <div>
            <dt>.json</dt>
            <dd>a scene, or a saved run</dd>
          </div>
          <div>
            <dt>.npy</dt>
            <dd>terrain, water or obstacles from a grid</dd>
          </div>
          <div>
            <dt>.tif</dt>
            <dd>terrain from an elevation model</dd>
          </div>
          <div>
            <dt>.png .jpg</dt>
            <dd>terrain or obstacles from a picture</dd>
          </div>
          <div>
            <dt>.glb .gltf</dt>
            <dd>a body for this water</dd>
          </div>
        </dl>
      </div>
    </div>
  )
}
