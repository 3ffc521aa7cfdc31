// Reads the documentation of what modules export, with the compiler's own parser.

import ts from 'typescript'

/** Something missing in the documentation of an export. */
export interface Gap {
  /** The export, or a member of it. */
  readonly name: string
  readonly file: string
  readonly problem: string
}

/** A block of code in the documentation of an export. */
export interface Example {
  readonly name: string
  readonly file: string
  readonly code: string
}

export interface Documentation {
  readonly gaps: readonly Gap[]
  readonly examples: readonly Example[]
}

/** The documentation of everything that the modules export. */
export function documentationOf(program: ts.Program, modules: readonly string[]): Documentation {
  const checker = program.getTypeChecker()
  const gaps = new Map<string, Gap>()
  const examples = new Map<string, Example>()

  const report = (name: string, node: ts.Node, problem: string) => {
    gaps.set(`${name}: ${problem}`, { name, file: node.getSourceFile().fileName, problem })
  }

  function checkSentence(name: string, symbol: ts.Symbol, node: ts.Node): void {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
    if (text === '') report(name, node, 'it has no first sentence')
    else if (!/[.:]$/.test(text.split(/\n\s*\n/, 1)[0]!.trim())) report(name, node, 'its first sentence has no end')
  }

  function checkParameters(name: string, node: ts.SignatureDeclaration): void {
    const named = node.parameters.map((parameter) =>
      ts.isIdentifier(parameter.name) ? parameter.name.text : undefined,
    )
    for (const [index, parameter] of node.parameters.entries()) {
      if (!ts.getJSDocParameterTags(parameter).some(hasText))
        report(name, parameter, `its parameter ${named[index] ?? index + 1} is not documented`)
    }
    // A destructured parameter may be called anything.
    if (named.includes(undefined)) return
    for (const tag of ts.getJSDocTags(node).filter(ts.isJSDocParameterTag))
      if (!named.includes(tag.name.getText())) report(name, node, `it has no parameter ${tag.name.getText()}`)
  }

  function checkReturn(name: string, node: ts.SignatureDeclaration): void {
    const signature = checker.getSignatureFromDeclaration(node)!
    const type = checker.typeToString(checker.getReturnTypeOfSignature(signature))
    if (/^(void|never|undefined|Promise<void>)$/.test(type)) return
    const tag = ts.getJSDocReturnTag(node)
    if (!(tag && hasText(tag))) report(name, node, 'it has no @returns')
  }

  function readExamples(name: string, node: ts.Node, isNeeded: boolean): void {
    const blocks = ts
      .getJSDocTags(node)
      .filter((tag) => tag.tagName.text === 'example')
      .flatMap((tag) => [...(ts.getTextOfJSDocComment(tag.comment) ?? '').matchAll(/```ts\n([\s\S]*?)```/g)])
    for (const [, code] of blocks) examples.set(name, { name, file: node.getSourceFile().fileName, code: code! })
    if (isNeeded && blocks.length === 0) report(name, node, 'it has no @example')
  }

  function checkMembers(name: string, node: ts.ClassDeclaration): void {
    for (const member of node.members) {
      if (isHidden(member)) continue
      if (ts.isConstructorDeclaration(member)) checkParameters(`new ${name}`, member)
      if (!ts.isMethodDeclaration(member) && !ts.isGetAccessor(member)) continue
      const label = `${name}.${member.name.getText()}`
      checkSentence(label, checker.getSymbolAtLocation(member.name)!, member)
      if (!ts.isMethodDeclaration(member)) continue
      checkParameters(label, member)
      checkReturn(label, member)
      readExamples(label, member, false)
    }
  }

  function checkExport(symbol: ts.Symbol, prefix: string): void {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const name = prefix + symbol.name
    if (target.flags & ts.SymbolFlags.ValueModule) {
      for (const inner of checker.getExportsOfModule(target)) checkExport(inner, `${name}.`)
      return
    }
    const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false
    for (const node of target.declarations ?? []) {
      checkSentence(name, target, node)
      if (ts.isClassDeclaration(node)) {
        checkMembers(name, node)
        readExamples(name, node, !isTypeOnly)
      }
      if (ts.isFunctionDeclaration(node)) {
        checkParameters(name, node)
        checkReturn(name, node)
        readExamples(name, node, true)
      }
    }
  }

  for (const file of modules) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!
    for (const symbol of checker.getExportsOfModule(module)) checkExport(symbol, '')
  }
  return { gaps: [...gaps.values()], examples: [...examples.values()] }
}

/** Names that a module exports. */
export function exportsOf(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker()
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!).map(({ name }) => name)
}

/** Whether a member of a class is not for users. */
function isHidden(member: ts.ClassElement): boolean {
  const flags = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  if ((ts.getCombinedModifierFlags(member) & flags) !== 0) return true
  if (member.name && ts.isPrivateIdentifier(member.name)) return true
  return ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal')
}

function hasText(tag: ts.JSDocTag): boolean {
  return (ts.getTextOfJSDocComment(tag.comment) ?? '').trim() !== ''
}
