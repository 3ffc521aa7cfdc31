import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface ModalProps {
  title: string
  testId: string
  onClose(): void
  children: ComponentChildren
}

/** A dialog that is open as long as it is there. Escape closes it. */
export function Modal({ title, testId, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} class="file-dialog" aria-labelledby={id} onClose={onClose} data-testid={testId}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface NumberFieldProps {
  label: string
  unit?: string
  value: number
  min?: number
  max?: number
  testId: string
  onInput(value: number): void
}

/** A labelled number with its unit. */
export function NumberField({ label, unit, value, min, max, testId, onInput }: NumberFieldProps) {
  const id = useId()
  return (
    <div class="number-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        step="any"
        required
        min={min}
        max={max}
        value={value}
        inputMode="decimal"
        data-testid={testId}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber
          if (Number.isFinite(number)) onInput(number)
        }}
      />
      <span aria-hidden="true">{unit}</span>
    </div>
  )
}

/** The two ways out of a dialog. */
export function DialogButtons({ accept, onCancel }: { accept: string; onCancel(): void }) {
  return (
    <p class="dialog-buttons">
      <button type="button" onClick={onCancel} data-testid="file-cancel">
        Cancel
      </button>
      <button type="submit" class="primary" data-testid="file-accept">
        {accept}
      </button>
    </p>
  )
}
