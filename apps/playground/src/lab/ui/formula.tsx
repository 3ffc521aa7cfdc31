import 'katex/dist/katex.min.css'
import katex from 'katex'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A formula in TeX, in the line or on a line of its own. Screen readers get its MathML. */
export function Formula({ tex, block = false }: { tex: string; block?: boolean }) {
  const host = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (host.current) katex.render(tex, host.current, { displayMode: block, throwOnError: false })
  }, [tex, block])
  // A long formula scrolls in its own box, which the keyboard must reach.
  return block ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <span ref={host} class="formula block" tabIndex={0} />
  ) : (
    <span ref={host} class="formula" />
  )
}
