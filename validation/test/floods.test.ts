import { testGroup } from './group.js'

testGroup('floods')
