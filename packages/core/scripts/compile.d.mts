/** Compiles without optimizing; throws what the compiler says. `entry` is a path from `folder`. */
export function check(folder: string, entry: string): Promise<void>
