// The colors of figures, from the style sheet: light, dark and printed pages have their own.

/** Colors by their use. */
export interface Theme {
  ink: string
  muted: string
  grid: string
  paper: string
  accent: string
  alarm: string
  /** Colors of curves that are told apart; also `dash` them where they may cross. */
  series: readonly string[]
  font: string
}

const seriesNames = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6']

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(name).trim()
  return {
    ink: color('--ink'),
    muted: color('--muted'),
    grid: color('--line'),
    paper: color('--paper'),
    accent: color('--accent'),
    alarm: color('--alarm'),
    series: seriesNames.map(color),
    font: style.fontFamily,
  }
}
