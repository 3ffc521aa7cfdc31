// `seiche completion`: the script by which a shell completes commands, options and their values. It is made from the commands
// themselves, and needs no process of its own while a person types.

import { Argument, type Command } from 'commander'
import type { Terminal } from '../terminal/terminal.js'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** A command as a script needs it. */
interface Completion {
  name: string
  summary: string
  options: { flags: string[]; summary: string; takesValue: boolean; choices: readonly string[] }[]
  /** Values of its first argument; empty where it is a file. */
  values: readonly string[]
}

const hints: Record<Shell, string> = {
  bash: '  echo \'eval "$(seiche completion bash)"\' >> ~/.bashrc',
  zsh: '  echo \'eval "$(seiche completion zsh)"\' >> ~/.zshrc     (after compinit)',
  fish: '  seiche completion fish > ~/.config/fish/completions/seiche.fish',
}

export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description('Print the script by which a shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', `\nInstall it once:\n${Object.values(hints).join('\n')}\n`)
    .action((shell: Shell) => terminal.result(completionScript(program, shell)))
}

export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(describe)
  const help = { name: 'help', summary: 'print the help of a command', options: [], values: commands.map(nameOf) }
  const all = [...commands, help]
  return { bash, zsh, fish }[shell](all)
}

const nameOf = ({ name }: Completion) => name

function describe(command: Command): Completion {
  const options = command.createHelp().visibleOptions(command)
  return {
    name: command.name(),
    summary: command.summary(),
    options: options.map(({ short, long, description, required, optional, argChoices }) => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      summary: description,
      takesValue: required || optional,
      choices: argChoices ?? [],
    })),
    values: command.registeredArguments[0]?.argChoices ?? [],
  }
}

function bash(commands: readonly Completion[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const pattern = flags.map((flag) => `${name}:${flag}`).join('|')
        return `    ${pattern}) ${choices.length > 0 ? `words='${choices.join(' ')}'` : 'files=1'} ;;`
      }),
  )
  const rest = commands.map(({ name, options, values }) => {
    const flags = options.flatMap(({ flags }) => flags).join(' ')
    return `    ${name}) [[ $cur == -* ]] && words='${flags}' || ${values.length > 0 ? `words='${values.join(' ')}'` : 'files=1'} ;;`
  })
  return `# Completion of seiche for bash.
_seiche() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words='' files=''
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W '${commands.map(nameOf).join(' ')} --help --version' -- "$cur") )
    return
  fi
  case "$command:$prev" in
${values.join('\n')}
    *) case "$command" in
${rest.map((line) => `  ${line}`).join('\n')}
    esac ;;
  esac
  if [[ $files ]]; then
    compopt -o default 2>/dev/null
    return
  fi
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
}
complete -F _seiche seiche`
}

function zsh(commands: readonly Completion[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // Brackets and colons end a description in the specifications of _arguments.
  const plain = (text: string) => text.replaceAll(/[[\]:]/g, (sign) => `\\${sign}`)
  const specification = ({ flags, summary, takesValue, choices }: Completion['options'][number]) => {
    const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : ''
    const names = flags.length > 1 ? `'(${flags.join(' ')})'{${flags.join(',')}}` : flags[0]
    return `      ${names}${quoted(`[${plain(summary)}]${value}`)}`
  }
  const cases = commands.map(({ name, options, values }) => {
    const argument = `      ${quoted(`*:argument:${values.length > 0 ? `(${values.join(' ')})` : '_files'}`)}`
    return `    ${name}) _arguments \\\n${[...options.map(specification), argument].join(' \\\n')} ;;`
  })
  return `#compdef seiche
# Completion of seiche for zsh.
_seiche() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _seiche seiche`
}

function fish(commands: readonly Completion[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = commands.flatMap(({ name, summary, options, values }) => {
    const within = `complete -c seiche -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c seiche -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...(values.length > 0 ? [`${within} -f -a ${quoted(values.join(' '))}`] : []),
      ...options.map(({ flags, summary, takesValue, choices }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        const value = takesValue ? (choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r') : ''
        return `${within} ${names.join(' ')}${value} -d ${quoted(summary)}`
      }),
    ]
  })
  return ['# Completion of seiche for fish.', ...lines].join('\n')
}
