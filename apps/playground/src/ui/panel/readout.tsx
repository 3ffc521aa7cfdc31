import type { ComponentChildren } from 'preact'

interface ReadoutProps {
  label: ComponentChildren
  testId?: string
  /** Shown as a dash until it is known. */
  children?: ComponentChildren
  /** The exact number, for scripts: attributes of the name `data-…`. */
  data?: Record<`data-${string}`, number | undefined>
  wide?: boolean
}

/** A number with its name. */
export function Readout({ label, testId, children, data, wide = false }: ReadoutProps) {
  return (
    <div class={wide ? 'wide' : undefined}>
      <dt>{label}</dt>
      <dd data-testid={testId} {...data}>
        {children ?? '–'}
      </dd>
    </div>
  )
}
