import { testGroup } from './group.js'

testGroup('shallow-water')
