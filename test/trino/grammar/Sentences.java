import io.trino.grammar.sql.SqlBaseParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.atn.ATNState;
import org.antlr.v4.runtime.atn.BlockEndState;
import org.antlr.v4.runtime.atn.LoopEndState;
import org.antlr.v4.runtime.atn.PrecedencePredicateTransition;
import org.antlr.v4.runtime.atn.RuleStopState;
import org.antlr.v4.runtime.atn.RuleTransition;
import org.antlr.v4.runtime.atn.Transition;

/** Random sentences of Trino's grammar: walks through the states of its parser, and writes a token for each one it consumes. */
final class Sentences {
  private static final ATN NET = SqlBaseParser._ATN;
  /** Number of tokens that are more than any state needs. */
  private static final int MANY = 1_000_000;
  private static final int MAX_DEPTH = 22;
  private static final int MAX_TOKENS = 30;
  private static final double SKIP_WEIGHT = 3;

  private static final String[] NAMES = {"a", "b", "x", "t", "s", "Name", "\"q\"", "\"a b\"", "\"it\"\"s\""};
  private static final String[] TYPES = {
    "BIGINT", "integer", "DOUBLE", "double precision", "VARCHAR", "varchar(5)", "char(3)", "DECIMAL(10, 2)", "decimal(5)", "DATE",
    "TIME", "time(3)", "TIMESTAMP", "timestamp(6)", "TIMESTAMP WITH TIME ZONE", "timestamp(3) without time zone", "ARRAY(BIGINT)",
    "array<varchar>", "bigint array", "MAP(VARCHAR, DOUBLE)", "map<varchar, bigint>", "ROW(a BIGINT, b VARCHAR)", "row(bigint)",
    "JSON", "UUID", "REAL", "boolean", "varbinary", "row(x row(y date), \"z\" array(real))",
  };
  private static final String[] TEXTS = {"'x'", "''", "'it''s'", "'2020-01-31'", "'1'", "'é'", "'$.a'"};
  private static final String[] INTERVALS = {
    "INTERVAL '3' DAY", "INTERVAL '1-2' YEAR TO MONTH", "INTERVAL - '2' MONTH", "INTERVAL '1 12:30' DAY TO MINUTE",
    "INTERVAL + '5' SECOND", "interval '2' year",
  };
  /** Examples of the tokens that are not written literally in the grammar. */
  private static final Map<String, String[]> TOKENS = Map.ofEntries(
      Map.entry("STRING", TEXTS),
      Map.entry("UNICODE_STRING", new String[] {"U&'\\0041'", "u&'x'"}),
      Map.entry("BINARY_LITERAL", new String[] {"X'65'", "x'65 fF'", "X''"}),
      Map.entry("INTEGER_VALUE", new String[] {"0", "1", "2", "42", "1_000", "0xFF", "0b101", "0o17"}),
      Map.entry("DECIMAL_VALUE", new String[] {"1.5", ".5", "1."}),
      Map.entry("DOUBLE_VALUE", new String[] {"1e3", "1.5E-2", ".5e1", "2E+1"}),
      Map.entry("IDENTIFIER", new String[] {"a", "b", "_c", "count", "sum", "tinyint", "date", "timestamp"}),
      Map.entry("QUOTED_IDENTIFIER", new String[] {"\"q\"", "\"SELECT\""}),
      Map.entry("BACKQUOTED_IDENTIFIER", new String[] {"`b`"}),
      Map.entry("DIGIT_IDENTIFIER", new String[] {"1a"}),
      Map.entry("NEQ", new String[] {"<>", "!="}));

  /** Weights of alternatives by their first token or rule; others have 1. Syntax that the platform does not offer is rare. */
  private static final Map<String, Double> WEIGHTS = Map.ofEntries(
      Map.entry("MATCH_RECOGNIZE", 0.02), Map.entry("JSON_TABLE", 0.05), Map.entry("QUESTION_MARK", 0.02),
      Map.entry("tableFunctionCall", 0.1), Map.entry("processingMode", 0.03), Map.entry("MEASURES", 0.03),
      Map.entry("queryPeriod", 0.1), Map.entry("NATURAL", 0.1), Map.entry("CURRENT_PATH", 0.1), Map.entry("CURRENT_TIME", 0.1),
      Map.entry("LISTAGG", 0.2), Map.entry("JSON_EXISTS", 0.3), Map.entry("JSON_VALUE", 0.3), Map.entry("JSON_QUERY", 0.3),
      Map.entry("JSON_OBJECT", 0.3), Map.entry("JSON_ARRAY", 0.3), Map.entry("NORMALIZE", 0.2), Map.entry("NOT", 0.2),
      Map.entry("PLUS", 0.3), Map.entry("MINUS", 0.5), Map.entry("identifier", 5.0),
      Map.entry("identifier string", 0.2), Map.entry("identifier over", 0.02), Map.entry("identifier '->'", 0.4),
      Map.entry("qualifiedName", 5.0),
      Map.entry("number", 3.0), Map.entry("INITIAL", 0.03), Map.entry("SEEK", 0.03), Map.entry("PATTERN_", 0.03),
      Map.entry("WITH", 0.3), Map.entry("withFunction", 0.05), Map.entry("FILTER", 0.3), Map.entry("CURRENT_USER", 0.2),
      Map.entry("SHOW", 10.0),
      Map.entry("DESCRIBE", 8.0), Map.entry("DESC", 8.0), Map.entry("EXPLAIN", 12.0), Map.entry("rootQuery", 6.0),
      Map.entry("interval", 0.5), Map.entry("DOUBLE", 0.2), Map.entry("AT", 0.3));

  private final Random random;
  private final int[] leastTokens = new int[NET.states.size()];
  private List<String> tokens = new ArrayList<>();

  Sentences(long seed) {
    random = new Random(seed);
    java.util.Arrays.fill(leastTokens, MANY);
    while (lowerLeast());
  }

  /** Returns the tokens of a query or of another statement; expressions and queries dominate. */
  List<String> next() {
    tokens = new ArrayList<>();
    int kind = random.nextInt(100);
    if (kind < 45) {
      tokens.add("SELECT");
      walk(SqlBaseParser.RULE_expression, 0, 0);
      if (random.nextInt(3) == 0) tokens.addAll(List.of("FROM", "t"));
    } else if (kind < 83) {
      walk(SqlBaseParser.RULE_query, 0, 0);
    } else if (kind < 88) {
      tokens.addAll(List.of("SELECT", "CAST", "(", "NULL", "AS"));
      walk(SqlBaseParser.RULE_type, 0, 20);
      tokens.add(")");
    } else if (kind < 94) {
      tokens.addAll(List.of("SELECT", "*", "FROM"));
      walk(SqlBaseParser.RULE_relation, 0, 8);
    } else {
      walk(SqlBaseParser.RULE_statement, 0, 0);
    }
    return tokens;
  }

  /** Returns a neighbor of a sentence: one token is dropped, doubled, or swapped with the next one. */
  List<String> changed(List<String> sentence) {
    List<String> changed = new ArrayList<>(sentence);
    int index = random.nextInt(changed.size());
    switch (random.nextInt(3)) {
      case 0 -> changed.remove(index);
      case 1 -> changed.add(index, changed.get(index));
      default -> java.util.Collections.swap(changed, index, Math.min(index + 1, changed.size() - 1));
    }
    return changed;
  }

  /** Joins tokens by spaces, and now and then by a line break or a comment. */
  String textOf(List<String> sentence) {
    StringBuilder text = new StringBuilder();
    for (String token : sentence) {
      if (text.length() > 0) {
        int kind = random.nextInt(200);
        text.append(kind == 0 ? "\n" : kind == 1 ? " /* c */ " : kind == 2 ? " -- c\n" : " ");
      }
      text.append(token);
    }
    return text.toString();
  }

  private void walk(int rule, int precedence, int depth) {
    if (writeExample(rule)) return;
    ATNState state = NET.ruleToStartState[rule];
    while (!(state instanceof RuleStopState)) {
      Transition step = choose(state, precedence, depth);
      if (step instanceof RuleTransition call) {
        walk(call.ruleIndex, call.precedence, depth + 1);
        state = call.followState;
      } else {
        if (!step.isEpsilon()) writeToken(step);
        state = step.target;
      }
    }
  }

  /** Writes an example of a rule that the grammar alone would fill with rare words and unknown types. */
  private boolean writeExample(int rule) {
    if (random.nextInt(10) == 0) return false;
    String[] examples = switch (rule) {
      case SqlBaseParser.RULE_identifier -> NAMES;
      case SqlBaseParser.RULE_type -> TYPES;
      case SqlBaseParser.RULE_string -> TEXTS;
      case SqlBaseParser.RULE_interval -> INTERVALS;
      default -> null;
    };
    if (examples == null) return false;
    tokens.add(oneOf(examples));
    return true;
  }

  private void writeToken(Transition step) {
    List<Integer> types = step.label().toList();
    int type = types.get(random.nextInt(types.size()));
    String literal = SqlBaseParser.VOCABULARY.getLiteralName(type);
    String[] examples = TOKENS.get(nameOf(type));
    if (examples != null) tokens.add(oneOf(examples));
    else if (literal != null) tokens.add(literal.substring(1, literal.length() - 1));
    else if (type > 0) throw new IllegalStateException("No example of " + SqlBaseParser.VOCABULARY.getDisplayName(type));
  }

  private static String nameOf(int type) {
    String name = SqlBaseParser.VOCABULARY.getSymbolicName(type);
    return name == null ? SqlBaseParser.VOCABULARY.getDisplayName(type) : name;
  }

  private String oneOf(String[] examples) {
    return examples[random.nextInt(examples.length)];
  }

  private Transition choose(ATNState state, int precedence, int depth) {
    List<Transition> steps = new ArrayList<>();
    for (Transition step : state.getTransitions()) if (allows(step, precedence, 0)) steps.add(step);
    if (steps.size() == 1) return steps.get(0);
    if (depth > MAX_DEPTH || tokens.size() > MAX_TOKENS) {
      int least = steps.stream().mapToInt(this::leastOf).min().orElseThrow();
      steps.removeIf(step -> leastOf(step) > least);
    }
    double[] weights = steps.stream().mapToDouble(Sentences::weightOf).toArray();
    double left = random.nextDouble() * java.util.Arrays.stream(weights).sum();
    for (int index = 0; index < weights.length; index++) {
      left -= weights[index];
      if (left < 0) return steps.get(index);
    }
    return steps.get(steps.size() - 1);
  }

  private static double weightOf(Transition first) {
    Transition step = consuming(first);
    if (step == null) return 1;
    if (step.isEpsilon() && !(step instanceof RuleTransition)) return SKIP_WEIGHT;
    String name = nameOf(step);
    Transition second = step instanceof RuleTransition call && call.followState.getNumberOfTransitions() == 1
        ? consuming(call.followState.transition(0))
        : null;
    String both = second == null || second.isEpsilon() && !(second instanceof RuleTransition) ? name : name + " " + nameOf(second);
    return WEIGHTS.getOrDefault(both, WEIGHTS.getOrDefault(name, 1.0));
  }

  /** Returns the first token or rule from a step on; a step at the end of the alternative if there is none, null if several can follow. */
  private static Transition consuming(Transition first) {
    Transition step = first;
    while (step.isEpsilon() && !(step instanceof RuleTransition)) {
      ATNState target = step.target;
      if (target instanceof BlockEndState || target instanceof LoopEndState || target instanceof RuleStopState) return step;
      if (target.getNumberOfTransitions() != 1) return null;
      step = target.transition(0);
    }
    return step;
  }

  private static String nameOf(Transition step) {
    return step instanceof RuleTransition call ? SqlBaseParser.ruleNames[call.ruleIndex] : nameOf(step.label().getMinElement());
  }

  /** Returns whether the precedence of operators allows a step, or one of the steps that follow it without a token. */
  private boolean allows(Transition step, int precedence, int distance) {
    if (step instanceof PrecedencePredicateTransition limit) return limit.precedence >= precedence;
    if (!step.isEpsilon() || step instanceof RuleTransition || distance > 8) return true;
    if (step.target instanceof RuleStopState || step.target instanceof LoopEndState) return true;
    for (Transition next : step.target.getTransitions()) if (allows(next, precedence, distance + 1)) return true;
    return false;
  }

  /** Lowers the least numbers of tokens once by the transitions of all states. Returns whether one has changed. */
  private boolean lowerLeast() {
    boolean hasChanged = false;
    for (ATNState state : NET.states) {
      int least = state instanceof RuleStopState ? 0 : MANY;
      if (state != null) for (Transition step : state.getTransitions()) {
        if (!(state instanceof RuleStopState)) least = Math.min(least, leastOf(step));
      }
      if (state == null || least >= leastTokens[state.stateNumber]) continue;
      leastTokens[state.stateNumber] = least;
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Returns the least number of tokens from a step to the end of its rule. */
  private int leastOf(Transition step) {
    int own = step instanceof RuleTransition call
        ? leastTokens[NET.ruleToStartState[call.ruleIndex].stateNumber] + leastTokens[call.followState.stateNumber]
        : (step.isEpsilon() ? 0 : 1) + leastTokens[step.target.stateNumber];
    return Math.min(own, MANY);
  }
}
