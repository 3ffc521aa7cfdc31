// One hint for a first visit: the water may be touched.

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { info, readOnlyReason } from '../session/state.js'

const storageKey = 'seiche-touched'

/** Whether this person has touched the water, now or on an earlier visit. */
const hasTouched = signal(wasRemembered())

export function Hint() {
  useEffect(() => {
    const stage = document.querySelector('.stage')
    const touch = () => {
      hasTouched.value = true
      remember()
    }
    stage?.addEventListener('pointerdown', touch, { once: true })
    return () => stage?.removeEventListener('pointerdown', touch)
  }, [])
  if (hasTouched.value || !info.value || readOnlyReason.value !== undefined) return null
  return (
    <p class="first-hint" role="status" data-testid="hint">
      {info.value.fluid ? 'Touch the fluid' : 'Touch the water'}
    </p>
  )
}

/** Storage may be denied; then the hint comes again next time. */
function wasRemembered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(storageKey, 'yes')
  } catch {
    // See above.
  }
}
