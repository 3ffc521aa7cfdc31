import { testGroup } from './group.js'

testGroup('columns')
