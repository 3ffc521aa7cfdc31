// What the files of kernels declare, found by TypeScript's parser: AssemblyScript has the syntax of TypeScript.

import { posix } from 'node:path'
import ts from 'typescript'

/** The declarations of all files, by path. */
export function parseKernels(sources) {
  return new Map([...sources].map(([path, text]) => [path, declarationsOf(path, text, sources)]))
}

function declarationsOf(path, text, sources) {
  const declared = {
    path,
    imports: new Map(),
    constants: new Map(),
    enums: new Map(),
    classes: new Map(),
    functions: [],
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) addImports(declared, statement, sources)
    else if (ts.isVariableStatement(statement)) addConstants(declared, statement)
    else if (ts.isEnumDeclaration(statement))
      declared.enums.set(statement.name.text, { node: statement, exported: isExported(statement) })
    else if (ts.isClassDeclaration(statement)) declared.classes.set(statement.name.text, classOf(path, statement))
    else if (ts.isFunctionDeclaration(statement))
      declared.functions.push({
        name: statement.name.text,
        exported: isExported(statement),
        parameters: statement.parameters.map(({ name, type }) => ({ name: name.getText(), type: type.getText() })),
      })
  }
  return declared
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function addImports(declared, { moduleSpecifier, importClause }, sources) {
  const from = `${posix.join(posix.dirname(declared.path), moduleSpecifier.text)}.ts`
  const named = importClause?.namedBindings
  if (!sources.has(from) || !named || !ts.isNamedImports(named)) return
  for (const { name, propertyName } of named.elements)
    declared.imports.set(name.text, { from, name: (propertyName ?? name).text })
}

function addConstants(declared, statement) {
  if (!(statement.declarationList.flags & ts.NodeFlags.Const)) return
  for (const { name, type, initializer } of statement.declarationList.declarations)
    declared.constants.set(name.text, {
      type: type?.getText() ?? 'i32',
      node: initializer,
      exported: isExported(statement),
    })
}

function classOf(path, node) {
  const decorators = ts.getDecorators(node) ?? []
  const members = node.members.filter(ts.isPropertyDeclaration)
  return {
    path,
    name: node.name.text,
    exported: isExported(node),
    unmanaged: decorators.some(({ expression }) => expression.getText() === 'unmanaged'),
    base: node.heritageClauses?.[0]?.types[0]?.expression.getText(),
    members: members.map(({ name, type }) => ({ name: name.getText(), type: type?.getText() ?? 'nothing' })),
  }
}

/** What a name stands for in a file, imported or its own: `{ file, name }` of the file that declares it. */
export function resolve(files, file, name) {
  const imported = file.imports.get(name)
  return imported ? resolve(files, files.get(imported.from), imported.name) : { file, name }
}
