import type { LaunchShape } from '../../tools/launch.js'
import type { Tool } from '../../tools/tools.js'
import type { UndoDirection } from '../../worker/undo/undo-history.js'

/** Outlines on a field of 24 × 24. */
const outlines: Record<Tool | LaunchShape | 'brush' | UndoDirection, string> = {
  // An arrow presses a hollow into the surface.
  push: 'M12 3v8.5M8.6 8.2l3.4 3.4 3.4-3.4M2.5 14.5c3 0 3.8 5 9.5 5s6.5-5 9.5-5',
  // An open hand, and a ball over the waves.
  grab: 'M7.6 12.4V6.9a1.4 1.4 0 0 1 2.8 0v4M10.4 10.9V5a1.4 1.4 0 0 1 2.8 0v5.9M13.2 10.9V6a1.4 1.4 0 0 1 2.8 0v6M16 12V8.6a1.4 1.4 0 0 1 2.8 0v5.6a6.3 6.3 0 0 1-6.3 6.3c-2.9 0-4.2-1.3-5.5-3.4l-2.4-4a1.4 1.4 0 0 1 2.3-1.5l.7.8',
  launch:
    'M12 2.8a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8zM12 5.4v4.6M9.7 7.7h4.6M2.5 17.5c2.4-2.6 4-2.6 6.4 0s4 2.6 6.4 0 4-2.6 6.2 0',
  drop: 'M12 3.2c3.7 4.5 5.8 7.6 5.8 10.6a5.8 5.8 0 0 1-11.6 0c0-3 2.1-6.1 5.8-10.6zM9.2 14.2a2.9 2.9 0 0 0 2.6 2.8',
  // Stones in bond.
  build: 'M3.5 19.5h17v-5.2h-17zM10 14.3v5.2M15.8 14.3v5.2M6.6 9h10.8v5.3H6.6zM12 9v5.3M9.4 4.2h5.2V9H9.4z',
  erase:
    'M8.8 19.5 4.2 15a1.6 1.6 0 0 1 0-2.3l8.3-8.2a1.6 1.6 0 0 1 2.3 0l4.8 4.8a1.6 1.6 0 0 1 0 2.3l-7.9 7.9zM8.4 8.6l7 7M8.8 19.5H20',
  // Rings around a paddle, a weight that presses the surface, water that wells up, water that runs off.
  waveMaker:
    'M12 3v18M9 7.500c-2.700 2.700-2.700 6.300 0 9M15 7.500c2.700 2.700 2.700 6.300 0 9M5.800 5c-4.100 4.200-4.100 9.800 0 14M18.200 5c4.100 4.200 4.100 9.800 0 14',
  pressure: 'M8 3.500h8l1.500 7h-11zM2.500 13.500c2.500 0 3.500 5 9.500 5s7-5 9.500-5M12 10.500v5',
  spring:
    'M12 20V8M8.800 11 12 7.800l3.200 3.200M12 6.500C10 3 5.500 4 5 8M12 6.500c2-3.500 6.500-2.500 7 1.500M3.500 20.500h17',
  drain: 'M2.500 5.500h5.700l2.300 8h3l2.300-8h5.700M12 8v11.500M8.800 16.800 12 20l3.200-3.200',
  // A hill that grows, a hollow that deepens, ground that has been levelled, a trench.
  raise: 'M2.5 19.5c4 0 4.5-6.5 9.5-6.5s5.5 6.5 9.5 6.5M12 10V3M8.8 6 12 2.8 15.2 6',
  lower: 'M2.5 12c4 0 4.5 7.5 9.5 7.5s5.5-7.5 9.5-7.5M12 4v9.5M8.8 10.6l3.2 3.2 3.2-3.2',
  smooth: 'M2.5 18.5h19M2.5 13.5c2-3.4 4.4-3.4 6.4 0s4.2 3.4 6.2 0 4.4-3.4 6.4 0M6.5 6h11M15 3.5 17.5 6 15 8.5',
  dig: 'M2.5 7h5l3 9.5h3l3-9.5h5M8.6 11.5h6.8M12 3v4.5M10 5.8l2 2 2-2',
  look: 'M2.6 12S6 5.8 12 5.8s9.4 6.2 9.4 6.2S18 18.2 12 18.2 2.6 12 2.6 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  ball: 'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM12 4.5c-3 4.6-3 10.4 0 15M12 4.5c3 4.6 3 10.4 0 15',
  crate: 'M5 5h14v14H5zM8.2 8.2h7.6v7.6H8.2zM8.2 12h7.6',
  log: 'M6.5 8.5h11a3.5 3.5 0 0 1 0 7h-11a3.5 3.5 0 0 1 0-7zM17.5 8.5c-1.8 0-1.8 7 0 7',
  barrel: 'M7.5 5.6v12.8c0 1.2 9 1.2 9 0V5.6c0 1.2-9 1.2-9 0s9-1.2 9 0M7.5 10c1.4 1 7.6 1 9 0M7.5 14.2c1.4 1 7.6 1 9 0',
  cone: 'M12 4 5.2 17.2c0 2.7 13.6 2.7 13.6 0zM5.2 17.2c0-2.3 13.6-2.3 13.6 0',
  // A whirl, and a drop that spreads.
  stir: 'M12.3 12.2c.9-1 2.5-.1 2.3 1.4-.3 2-3 2.7-4.7 1.4-2.3-1.8-1.7-5.4.9-6.8 3.5-1.9 7.7.4 8.2 4.4.6 4.8-3.7 8.4-8.4 7.6C5 19.2 2.400 13.300 4.600 8.400',
  ink: 'M12 2.8c2.4 2.9 3.7 4.9 3.7 6.8a3.700 3.700 0 0 1-7.400 0c0-1.900 1.300-3.900 3.700-6.800zM3 18.400c2.200-2.200 3.700 1.600 6 0s3.700 1.600 6 0 3.800 1.200 6 0M6 21.300c2 .5 4-.6 6-.2s4 .7 6 0',
  // A gauge that stands in the waves, and a profile.
  probe:
    'M12 2.800v11.400M12 18.800a2.300 2.300 0 1 1 0-4.600 2.300 2.300 0 0 1 0 4.600M2.500 10c2-2.200 4-2.200 6 0M15.500 10c2 2.200 4 2.200 6 0',
  section: 'M3 4v16.500h18M3 11c3-5 5.500-5 8.500 0s6 5 9.500 0',
  undo: 'M8.5 4.5 4 9l4.5 4.500M4.3 9H14a5.2 5.2 0 0 1 0 10.400H9',
  redo: 'M15.5 4.5 20 9l-4.5 4.500M19.7 9H10a5.2 5.2 0 0 0 0 10.400h5',
  brush: 'M4 7h8.5M17.5 7H20M15 4.6v4.8M4 17h2.5M11.5 17H20M9 14.6v4.8',
}

export function ToolIcon({ name }: { name: keyof typeof outlines }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={outlines[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.7"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
