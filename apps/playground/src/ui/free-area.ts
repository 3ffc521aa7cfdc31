import { useEffect } from 'preact/hooks'
import type { Playground } from '../playground.js'

type Box = { readonly current: HTMLElement | null }

/** Sets the part of the window that panel and tool bar leave free in the view. */
export function useFreeArea(panel: Box, toolbar: Box, playground: Playground): void {
  useEffect(() => {
    const [side, bar] = [panel.current, toolbar.current]
    if (!side || !bar) return
    const measure = () => {
      const box = side.getBoundingClientRect()
      const asSheet = box.width > window.innerWidth * 0.7
      const barTop = bar.offsetParent === null && bar.clientHeight === 0 ? box.top : bar.getBoundingClientRect().top
      const bottom = window.innerHeight - (asSheet ? Math.min(box.top, barTop) : barTop)
      // Buttons and messages over the water lie above the tool bar.
      document.documentElement.style.setProperty('--dock', `${bottom}px`)
      // Folded, the panel is a corner of the window only.
      const isCorner = box.height < 0.25 * window.innerHeight
      const right = asSheet || isCorner ? 0 : window.innerWidth - box.left
      document.documentElement.style.setProperty('--beside', `${right}px`)
      playground.setFreeArea({ left: 0, top: 0, right, bottom })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(side)
    observer.observe(bar)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [panel, toolbar, playground])
}
