import description from '../package.json' with { type: 'json' }

/** Version of @seiche/cli. */
export const cliVersion: string = description.version
